/** Writing to the firm, mail that waits, and what is shown when something breaks. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectSound, expectSoundInEveryLook, openInApp, somebody, test } from '#test/support/browser.ts'
import { enter, person, SUPER_ADMIN } from '#test/support/people.ts'

const HOSTILE = `<script>alert(1)</script> javascript:alert(1) \u202Egnp.exe \u200B${'x'.repeat(400)}`

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })

/** The form, once the page has been taken over from what the server drew. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('form:has(textarea[name="message"]):not([inert])')).toBeVisible()
}

async function fill(page: Page, { name, email }: { name: string; email: string }, message: string) {
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

test('the contact page speaks of its topic, checks its fields, and answers with a reference', async ({ page }) => {
  await open(page, '/contact?topic=demo')
  await expect(page.getByRole('heading', { level: 1, name: 'Book a demo' })).toBeVisible()
  await page.getByLabel('What is it about?').selectOption('sales')
  await page.getByLabel('Plan', { exact: true }).selectOption('professional')
  await expect(page).toHaveURL('/contact?topic=sales&plan=professional')
  await expect(page.getByRole('heading', { level: 1, name: 'Talk to sales about Professional' })).toBeVisible()

  await send(page).click()
  for (const problem of ['Name is required', 'Email is required', 'Message is required'])
    await expect(page.getByText(problem)).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Email').fill('asha')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()

  const { email } = somebody()
  await fill(page, { name: 'Asha <b>Rao</b> \u202Egnp', email }, HOSTILE)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'We’ve received your message' })).toBeFocused()
  await expect(page.getByLabel('Reference')).toHaveText(/^C-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expect(page.getByText(email)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Reference')).toBeVisible()
  await page.getByRole('link', { name: 'Write another message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')
  await expect(field(page, 'Email')).toHaveValue(email)
})

test('nothing typed is lost when sending fails or the page is loaded again', async ({ page }) => {
  await open(page, '/contact')
  const asha = somebody()
  await fill(page, asha, 'How do I deploy?')
  await page.route('**/api/v1/contact', (route) => route.abort())
  await send(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Connection problem. Please check your internet and try again.')
  await expect(field(page, 'Message')).toHaveValue('How do I deploy?')
  await page.unroute('**/api/v1/contact')
  await page.reload()
  await expect(field(page, 'Message')).toHaveValue('How do I deploy?')
  await expect(field(page, 'Name')).toHaveValue(asha.name)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'We’ve received your message' })).toBeVisible()
})

test('who writes too often is told how long to wait, and keeps the text', async ({ page }) => {
  await open(page, '/contact?topic=help')
  for (let n = 1; n <= 5; n += 1) {
    await fill(page, somebody(), `Message ${n}`)
    await send(page).click()
    await page.getByRole('link', { name: 'Write another message' }).click()
  }
  await fill(page, somebody(), 'Message 6')
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText(/Please try again in \d+ minutes/)
  await expect(field(page, 'Message')).toHaveValue('Message 6')
})

test('the form knows who is signed in', async ({ page, context, baseURL }) => {
  const asha = await person(context, 'basic_user', baseURL ?? '')
  await enter(context, asha, baseURL ?? '')
  await open(page, '/contact?topic=grievance')
  await expect(field(page, 'Name')).toHaveValue(asha.name)
  await expect(field(page, 'Email')).toHaveValue(asha.email)
})

test('the super admin reads what waits in the outbox as text, an admin does not', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = somebody()
  await open(page, '/contact?topic=enterprise')
  await fill(
    page,
    { name: '<img src=x onerror=alert(1)> \u202Egnp', email },
    `Look: https://x.example/a?b=1\n${HOSTILE}`,
  )
  await send(page).click()
  const reference = await page.getByLabel('Reference').textContent()

  const root = await browser.newContext({ baseURL: baseURL ?? '' })
  await root.addInitScript(() => localStorage.setItem('analytics_disabled', 'true'))
  await enter(root, SUPER_ADMIN, baseURL ?? '')
  const outbox = await root.newPage()
  await outbox.goto('/admin/outbox')
  await expect(outbox.getByText('Email isn’t set up')).toBeVisible()
  await expect(outbox.getByText('SMTP_URL')).toBeVisible()
  await outbox.getByRole('link', { name: new RegExp(`Enterprise Solutions.*${reference}`) }).click()
  const message = outbox.getByRole('region', { name: 'Message', exact: true })
  await expect(message).toContainText('<script>alert(1)</script>')
  await expect(message).toContainText(`<${email}>`)
  await expect(message.getByRole('button', { name: /Send now/ })).toBeDisabled()
  await expectSound(outbox)
  // What a stranger wrote leads nowhere; what we wrote can be copied and passed on.
  await expect(message).toContainText('> Look: https: //x. example/a?b=1')
  await expect(message.getByRole('region', { name: 'Link' })).toHaveCount(0)
  await person(page.context(), 'basic_user', baseURL ?? '')
  await openInApp(outbox, '/admin/outbox')
  await outbox
    .getByRole('link', { name: /Confirm your email address/ })
    .first()
    .click()
  await expect(message.getByRole('region', { name: 'Link' })).toHaveText(/^https?:\/\/\S+verify-email\?token=\S+/)
  await root.close()

  const staff = await browser.newContext({ baseURL: baseURL ?? '' })
  await enter(staff, await person(staff, 'admin', baseURL ?? ''), baseURL ?? '')
  const refused = await staff.newPage()
  await refused.goto('/admin/outbox')
  await expect(refused.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await staff.close()
})

/** The screen of /pricing is replaced by one that breaks as told; `draws` counts how often it is drawn. */
async function breakPricing(target: Page | BrowserContext, how: 'render' | 'loader') {
  const fault = `throw new TypeError('broken ${how} <b>x</b> \u202Egnp')`
  const body =
    how === 'render'
      ? `export function Component() { if (globalThis.repaired) return 'Repaired'; ${fault} }`
      : `export const loader = () => { globalThis.draws = (globalThis.draws ?? 0) + 1; ${fault} }\nexport const Component = () => null`
  await target.route('**/assets/pricing-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

const draws = (page: Page) => page.evaluate<number>('globalThis.draws')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('a fault in a loader: retries after 1 s up to three, exhausted, reset; feedback once', async ({ page }) => {
  await page.clock.install()
  await breakPricing(page, 'loader')
  const reported = page.waitForRequest('**/api/v1/errors/report')
  // Not the address that was drawn ahead: its loader runs here.
  await page.goto('/pricing?billing=yearly')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('We encountered an unexpected error. Our team has been notified.')).toBeVisible()
  expect((await reported).postDataJSON()).toMatchObject({
    error: { name: 'TypeError', message: expect.stringContaining('broken loader') },
    recovery: { retryCount: 0 },
  })
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  for (let n = 1; n <= 3; n += 1) {
    const before = await draws(page)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(`${n} of 3`)).toBeVisible()
    await page.clock.runFor(999)
    expect(await draws(page)).toBe(before)
    const again = page.waitForRequest('**/api/v1/errors/report')
    await page.clock.runFor(1)
    expect((await again).postDataJSON().recovery).toEqual({ retryCount: n })
    expect(await draws(page)).toBe(before + 1)
  }
  await expect(page.getByText('Exhausted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeDisabled()

  await tab(page, 'Overview').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Details')).toBeFocused()
  await expect(page.getByRole('tabpanel')).toContainText('broken loader <b>x</b>')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Reset retries' }).click()
  await tab(page, 'Overview').click()
  await expect(page.getByText('0 of 3')).toBeVisible()
  await expect(page.getByText('Available')).toBeVisible()

  await tab(page, 'Feedback').click()
  const button = page.getByRole('button', { name: 'Send feedback' })
  await expect(button).toBeDisabled()
  await page.getByLabel(/What were you doing/).fill('   \n ')
  await expect(button).toBeDisabled()
  await page.getByLabel(/What were you doing/).fill(HOSTILE)
  await tab(page, 'Overview').click()
  await tab(page, 'Feedback').click()
  await expect(page.getByLabel(/What were you doing/)).toHaveValue(HOSTILE)
  await button.click()
  await expect(page.getByText('Thank you for your feedback!')).toBeVisible()
  await expect(page.getByLabel(/What were you doing/)).toBeHidden()
})

test('a fault in drawing goes away with the retry that follows its repair', async ({ page }) => {
  await breakPricing(page, 'render')
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  await page.evaluate('globalThis.repaired = true')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Repaired')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeHidden()
})

test('with the server away the error page says that nobody was told, and keeps the feedback', async ({ page }) => {
  await breakPricing(page, 'render')
  await page.route('**/api/v1/errors/**', (route) => route.abort())
  await page.goto('/pricing')
  await expect(page.getByText('We encountered an unexpected error. We couldn’t report it to our team.')).toBeVisible()
  await tab(page, 'Feedback').click()
  await page.getByLabel(/What were you doing/).fill('I opened the prices')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText('Your feedback couldn’t be sent')).toBeVisible()
  await expect(page.getByLabel(/What were you doing/)).toHaveValue('I opened the prices')
})

test('without the code of the error pages, without a server and without storage the simple page is shown', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('refused', 'SecurityError')
        },
      })
  })
  await breakPricing(page, 'render')
  await page.route('**/assets/error-pages-*.js*', (route) => route.abort())
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  const retry = page.getByRole('button', { name: 'Try Again' })
  await retry.click()
  await expect(retry).toBeDisabled()
  await expect(page.getByText('Already retried')).toBeAttached()
})

test('without the product’s own code the page says so instead of staying white', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('what floats and the footer may stay away: the page works', async ({ page }) => {
  await page.route(/assets\/(?:floating|footer)-.*\.js/, (route) => route.abort())
  await page.goto('/marketplace')
  await page.getByRole('searchbox').first().fill('icd')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeHidden()
})

test('an error that nobody caught is reported, the same one once', async ({ page }) => {
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/errors/report')) reports.push(request.postDataJSON().error.message)
  })
  await open(page, '/contact')
  await expect(field(page, 'Message')).toBeVisible()
  await page.evaluate(`for (let n = 0; n < 3; n += 1) setTimeout(() => { throw new Error('in a handler') })`)
  await page.evaluate(`void Promise.reject(new Error('nobody waited'))`)
  await expect.poll(() => [...reports].sort()).toEqual(['in a handler', 'nobody waited'])
  await expect(send(page)).toBeVisible()
})

test('axe finds nothing on the contact page and the error pages', async ({ page, context }) => {
  await open(page, '/contact?topic=sales&plan=starter')
  await send(page).click()
  await expect(page.getByText('Message is required')).toBeVisible()
  await expectSoundInEveryLook(page)
  await breakPricing(context, 'render')
  await page.goto('/pricing')
  for (const part of ['Overview', 'Details', 'Actions', 'Feedback']) {
    await tab(page, part).click()
    await expectSoundInEveryLook(page)
  }
  await context.route('**/assets/error-pages-*.js*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expectSoundInEveryLook(page)
})
