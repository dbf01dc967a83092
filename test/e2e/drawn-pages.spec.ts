/** Pages that the server has drawn: readable without code, taken over without a change, and never shown to the wrong reader. */
import { type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import { addressesToDraw, PAGE_HEADS } from '#contract/platform/page-heads.ts'
import { test } from '#test/support/browser.ts'
import { person } from '#test/support/people.ts'
import { LONG } from '#test/support/scale.ts'

/** One screen draws all pages of the documentation; these were once drawn a second time. */
const DOCUMENTATION = ['/docs/api', '/docs/mcp', '/docs/webhooks']
const PAGES = [
  ...addressesToDraw().filter((path) => LONG || !path.startsWith('/docs/') || DOCUMENTATION.includes(path)),
  '/agent/icd10-coder',
  '/marketplace?category=healthcare',
  '/marketplace?search=icd&sort=newest',
]

const PAPER = 'getComputedStyle(document.documentElement).backgroundColor'

/** Scripts wait until they are let go. */
async function holdScripts(page: Page): Promise<() => void> {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return () => go()
}

test.describe('without code', () => {
  test.use({ javaScriptEnabled: false })

  test('every page can be read, and says in its head what it is', async ({ page }) => {
    for (const path of PAGES)
      await test.step(path, async () => {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(page.locator('html')).not.toHaveAttribute('data-draw')
        expect(await page.title()).not.toMatch(/__|^Chowk$/)
        expect(await page.content()).not.toContain('__BRAND_NAME__')
        const head = PAGE_HEADS[path.replace(/\?.*/, '')]
        if (head?.index) await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{20,}/)
      })
  })

  test('an agent has its offer as data', async ({ page }) => {
    await page.goto('/agent/icd10-coder')
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data['@graph'][0]).toMatchObject({ '@type': 'SoftwareApplication', offers: { priceCurrency: 'INR' } })
  })

  test('an agent that is not there answers 404', async ({ page }) => {
    expect((await page.goto('/agent/nobody'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

let addresses = 0

async function expectTakenOver(page: Page, path: string): Promise<void> {
  const said: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  }
  const onError = (error: Error) => said.push(error.message)
  const asked: string[] = []
  const onRequest = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    // Parts that come when the page is there are not drawn and ask for themselves, soon or late. The newest agents are
    // under the shelves once there are more than these show.
    const late =
      /\/(?:reviews|sample-runs(?:\/\d+)?|sample-documents\/[\w-]+\/(?:text|pages\/1))$/.test(pathname) ||
      searchParams.get('page_size') === '4'
    const drawn = /^\/api\/v1\/(?:agents|categories|featured)/.test(pathname)
    // The style sheet of every page is in the page: applied again, it would have all of it laid out once more.
    const styled = /^\/assets\/index-.*\.css$/.test(pathname)
    if ((drawn && !late) || styled) asked.push(pathname)
  }
  page.on('console', onConsole).on('pageerror', onError)
  // Its own address for each load: together they ask for more than one address may in a minute.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8:fffe:${(addresses++).toString(16)}::1` })
  const letGo = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  // From here on: what the page before this one asked for is not of this one, which has no code yet.
  page.on('request', onRequest)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate("window.drawn = [...document.querySelectorAll('#root > *, #main > *')]")
  letGo()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  // What is asked for once the page stands is asked for by then.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))')
  // The API reference weighs too much to come twice: it is drawn anew.
  if (path !== '/api') expect(await page.evaluate('window.drawn.every((part) => part.isConnected)')).toBe(true)
  expect(said).toEqual([])
  expect(asked).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  page.off('console', onConsole).off('pageerror', onError).off('request', onRequest)
}

// On one page after another: opening one costs most of what a visit costs.
test('every page is taken over as it was drawn', async ({ page }) => {
  for (const path of PAGES) await test.step(path, () => expectTakenOver(page, path))
})

// One of them has another day than the server, whatever the time is.
for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
  test.describe(`read in ${timezoneId}`, () => {
    test.use({ timezoneId })
    test('a page is taken over as it was drawn', async ({ page }) => {
      for (const path of ['/', '/terms', '/agent/icd10-coder']) await test.step(path, () => expectTakenOver(page, path))
    })
  })

test('somebody signed in here does not see the page of a visitor', async ({ page }) => {
  // Before the page's own first script.
  await page.addInitScript("localStorage.setItem('chowk.signed-in', '1')")
  const letGo = await holdScripts(page)
  await page.goto('/marketplace', { waitUntil: 'commit' })
  await expect(page.locator('#root h1')).toBeAttached()
  await expect(page.locator('#root h1')).toBeHidden()
  letGo()
  await expect(page.locator('#root h1')).toBeVisible()
})

/** How much of the page has moved since it was first painted, by the browser's own measure (CLS). */
const SHIFT = `new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 300)
})`

test('a page in Hindi is taken over as it was drawn, and nothing in it moves', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'chowk_language', value: 'hi', url: baseURL ?? '' }])
  for (const path of ['/', '/marketplace', '/agent/icd10-coder', '/pricing', '/login'])
    await test.step(path, async () => {
      await expectTakenOver(page, path)
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
      expect(Number(await page.evaluate(SHIFT))).toBeLessThanOrEqual(0.02)
    })
})

test('a remembered theme is there before any code', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/pricing')
  await page.evaluate(() => localStorage.setItem('chowk.theme', 'dark'))
  const letGo = await holdScripts(page)
  await page.goto('/marketplace', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const paper = await page.evaluate(PAPER)
  letGo()
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible()
  expect(await page.evaluate(PAPER)).toBe(paper)
})

test('a file that is chosen before the page has its code is in the form once it has', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/agent/pdf-insight', { waitUntil: 'commit' })
  const file = { name: 'early.txt', mimeType: 'text/plain', buffer: Buffer.from('The rent is due.') }
  await page.getByLabel('Choose a file').setInputFiles(file)
  letGo()
  await expect(page.getByText('early.txt')).toBeVisible()
})

test('what is typed and sent before the page has its code is sent once it has, and not into the address', async ({
  page,
  context,
}, info) => {
  const who = await person(context, 'basic_user', info.project.use.baseURL ?? '')
  const letGo = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/login')
  letGo()
  await expect(page).toHaveURL('/dashboard')
})

/** React listens to keys from its first step on, before it looks at the fields: that is when the email is filled in. */
const FILL_EMAIL_ON_TAKING_OVER = `
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    listen.call(this, kind, ...rest)
    if (this.id !== 'root' || kind !== 'keydown') return
    EventTarget.prototype.addEventListener = listen
    queueMicrotask(() => {
      const email = document.querySelector('input[name=email]')
      email.value = 'asha@example.test'
      email.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
`

test('what is filled in while a page is being taken over is kept', async ({ page }) => {
  await page.addInitScript(FILL_EMAIL_ON_TAKING_OVER)
  await page.goto('/login')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.test')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

test('what is pressed before the page has its code is done once it has', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const letGo = await holdScripts(page)
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await page.getByText('Yearly', { exact: true }).click()
  letGo()
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible()
  await expect(page).toHaveURL('/pricing?billing=yearly')
  await expect(page.locator('[data-plan="starter"]')).toContainText('₹833')
})

test('a shortcut pressed before the page has its code is heard once it has', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/pricing', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  letGo()
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('what is pressed and then sent before the page has its code is done in that order', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/agent/icd10-coder', { waitUntil: 'commit' })
  // The sample brings a document, which is fetched before the form can be sent.
  await page.getByRole('button', { name: 'Discharge summary (PDF)', exact: true }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  letGo()
  await expect(page.locator('[data-viewer]')).toBeVisible({ timeout: 60_000 })
})

test('what is sent once the page lives waits for what was pressed before', async ({ page }) => {
  const letGo = await holdScripts(page)
  // Sent in the very moment the page comes to life: what was pressed before is still to be repeated then.
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      observer.disconnect()
      window.livedWithEarly = document.querySelectorAll('button[data-early]').length
      const run = [...document.querySelectorAll('button[type=submit]')].find((one) => one.textContent.trim() === 'Run')
      run.click()
    }).observe(document, { subtree: true, attributeFilter: ['data-live'] })
  `)
  await page.goto('/agent/icd10-coder', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Clinic note (text)', exact: true }).click()
  letGo()
  await expect(page.locator('[data-viewer]')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Clinical note is required')).toHaveCount(0)
  expect(await page.evaluate('window.livedWithEarly')).toBe(1)
})

test('what is pressed in a part of the page that has no code yet is done once it has', async ({ page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/below-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.getByText('Yearly', { exact: true }).click()
  letGo()
  await expect(page).toHaveURL('/?billing=yearly')
})

test('a server that answers with a page of its proxy leaves no white page, and is asked again', async ({ page }) => {
  await page.route(/\/api\/v1\/agents(?:\?|$)/, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await page.goto('/pricing')
  // Before, the link is the browser's, and the next page comes with its agents.
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await page.getByRole('banner').getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByText('Agents couldn’t be loaded')).toBeVisible()
  await expect(page.getByText('Some parts of this page couldn’t be loaded.')).toBeVisible()
  await expect(page.getByText('Bad gateway')).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('link', { name: 'PDF insight' })).toBeVisible()
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
})

test('a page that stays open while another build is deployed is fetched again when it needs code that is gone', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/pricing')
  await page.clock.runFor(20_000)
  let gone = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) gone = false
  })
  await page.route('**/assets/*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  expect(gone).toBe(false)
})
