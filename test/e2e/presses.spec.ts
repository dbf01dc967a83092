/** Presses while a page is still loading: nothing is lost and nothing happens twice. */
import { expect } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { opened } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

/** Presses the theme toggle once, the given time after React began to listen, while it is hydrating the page. */
const pressWhileHydrating = (delayMs: number) => `
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    listen.call(this, kind, ...rest)
    if (this.id !== 'root' || kind !== 'click' || window.hasPressed) return
    window.hasPressed = true
    setTimeout(() => {
      document.querySelector('button[aria-label="Use the dark theme"]').click()
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

test('the buttons of the code editor, which React did not make, are not held back for it', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL)
  const nodes = [node('start', 'manual_trigger', 'Start'), node('work', 'code', 'Work', { source: 'return 1 +' }, 304)]
  const it = await opened(page, mine, graph(nodes, [edge('start', 'work')]))
  await it.card('work').dblclick()
  await it.settings('Work').locator('.cm-content').first().click()
  await page.keyboard.press('Control+Shift+m')
  const problems = page.locator('.cm-panel-lint')
  await expect(problems).toBeVisible()
  await problems.getByRole('button', { name: 'close' }).click()
  await expect(problems).toHaveCount(0)
  await expect(page.locator('[data-early]')).toHaveCount(0)
})
