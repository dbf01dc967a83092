/** Presses while a page is still loading: nothing is lost and nothing happens twice. */
import { expect } from '@playwright/test'
import { test } from '#test/support/browser.ts'

/** Presses the theme toggle once, the given time after React began to listen, while it is hydrating the page. */
const pressWhileHydrating = (delayMs: number) => `
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    listen.call(this, kind, ...rest)
    if (this.id !== 'root' || kind !== 'click' || window.hasPressed) return
    window.hasPressed = true
    setTimeout(() => {
      document.querySelector('button[aria-label="Use dark theme"]').click()
      window.themeAfterPress = document.documentElement.dataset.theme
    }, ${delayMs})
  }
`

for (const delayMs of [0, 2, 5, 10, 20, 40]) {
  test(`a press ${delayMs} ms into loading a page counts exactly once`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.addInitScript(pressWhileHydrating(delayMs))
    await page.goto('/pricing')
    await expect(page.locator('html')).toHaveAttribute('data-live', '')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[data-early]')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
}

test('a press on a part whose code arrives after the session counts', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/bookmark-button-*.js', async (route) => {
    asked.resolve()
    await code.promise
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/auth/get-session')
  await page.goto('/marketplace?category=healthcare', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Save ICD-10-CM coder with evidence' }).click()
  await expect(page.locator('button[data-early]')).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await asked.promise
  await (await answered).finished()
  // Two frames: what the answer changes has been rendered.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
  code.resolve()
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('a press below a page whose code is late changes the language', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'chowk_language', value: 'hi', url: baseURL ?? '' }])
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/footer-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  // The page has been rendered again for what only the browser knows, and what was pressed is still there.
  await expect(page.locator('footer button[data-early]')).toHaveCount(1)
  code.resolve()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
