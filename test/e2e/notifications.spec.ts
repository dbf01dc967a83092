import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { enter, SUPER_ADMIN, signUp, superAdmin } from '#test/support/people.ts'
import { visit } from '#test/support/visit.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** The signed-in person of a page, over HTTP. */
async function overHttp(page: Page) {
  const answer = await page.request.get('/api/auth/token')
  return visit(new URL(page.url()).origin, (await answer.json()).data.token)
}

/** A workflow of theirs that fails, run as often as asked. They are made a seller for it, and have read that they are. */
async function failingWorkflow(page: Page) {
  const me = await overHttp(page)
  const origin = new URL(page.url()).origin
  const admin = await superAdmin(origin)
  const { id: user } = (await me.call('GET', '/api/v1/users/me')).data
  await admin.call('PUT', `/api/v1/users/${user}/role`, { role: 'seller' })
  await me.call('POST', '/api/v1/notifications/read-all')
  const document = workflow(
    [node('start', 'manual_trigger'), node('end', 'stop', { status: 'failed', message: 'The clinic is closed' })],
    wires('start > end'),
  )
  const workflow_id = await me.workflow('Discharge letters', document)
  return { run: () => me.run({ workflow_id }, {}, 5000) }
}

test('a failed run rings the bell without a reload, in every window, and is read by keyboard', async ({ page }) => {
  await signUp(page)
  const other = await page.context().newPage()
  await other.goto('/marketplace')
  await expect(bell(other)).toBeVisible()
  const { run } = await failingWorkflow(page)
  await run()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 5000 })
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 5000 })
  await expect(page.getByRole('status').filter({ hasText: 'Discharge letters failed' })).toBeAttached()
  // The dashboard says it too, by itself.
  await expect(page.getByRole('region', { name: 'Needs you' }).getByText('Discharge letters')).toBeVisible()
  for (let time = 0; time < 3; time++) await run()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')

  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText('4 times')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await panel(page)
    .getByRole('link', { name: /Discharge letters failed/ })
    .press('Enter')
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/)
  await expect(page.getByText('The clinic is closed').first()).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(bell(other)).toHaveAccessibleName('Notifications')
})

test('a role is asked for, an admin approves it from the notice, and the user has it at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, { at: '/upgrade' })
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Tell us what you want to do with this role')).toBeVisible()
  const reason = `Coders for clinics <script>alert(1)</script> ${Date.now()}`
  await page.getByLabel('Why do you want this role?').fill(reason)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('An admin will answer.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('An admin will answer.')).toBeVisible()

  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  await context.addInitScript(() => localStorage.setItem('analytics_disabled', 'true'))
  const admin = await context.newPage()
  await enter(context, SUPER_ADMIN, baseURL ?? '')
  await admin.goto('/dashboard')
  await bell(admin).click()
  await panel(admin)
    .getByRole('link', { name: /requests the role seller/ })
    .first()
    .click()
  await expect(admin).toHaveURL('/admin/users?status=pending')
  const request = admin.getByRole('main').getByRole('listitem').filter({ hasText: reason })
  await request.getByRole('button', { name: /^Approve/ }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Approve this request?' })
  await dialog.getByLabel('Reason').fill('Welcome')
  await dialog.getByRole('button', { name: 'Approve request' }).press('Enter')
  await expect(request).toBeHidden()

  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 5000 })
  await expect(page.getByRole('banner').getByText('Seller', { exact: true })).toBeVisible()
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: /Your role is now seller/ })
    .click()
  await expect(page).toHaveURL('/upgrade')
  await expect(page.getByText('Your role is now Seller.')).toBeVisible()
  await context.close()
})

const banner = (page: Page) => page.getByRole('region', { name: 'Allow anonymous usage analytics?' })
/** Whatever the person does first, once the page listens. */
const act = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Shift')
    await expect(banner(page)).toBeVisible({ timeout: 500 })
  }).toPass()

test.describe('being counted', () => {
  test.use({ counted: true })
  /** What leaves this page for the counting. */
  const watch = (page: Page) => {
    const sent: { name: string; params: object }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/events')) sent.push(...JSON.parse(request.postData() ?? '{}').events)
    })
    return sent
  }
  /** Searches until `isCounted` is true, opens an agent, waits until all queued events are sent, and leaves. */
  const wander = async (page: Page, isCounted: (name: string) => boolean = () => true) => {
    // What counts comes with what asks for the health: after the drawn page can be seen.
    const listening = page.waitForRequest(/\/health$/)
    await page.goto('/marketplace?search=contract')
    await listening
    const found = page.getByRole('link', { name: 'Contract clause analyst' }).first()
    await expect(found).toBeVisible()
    const waited = (ms: number, name: string) => async () => {
      await page.clock.fastForward(ms)
      return isCounted(name)
    }
    await expect.poll(waited(2000, 'search')).toBe(true)
    await found.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contract clause analyst' })).toBeVisible()
    // What is drawn is counted a moment later.
    await expect.poll(waited(10_000, 'agent_view')).toBe(true)
    await page.goto('/pricing')
  }
  test.beforeEach(({ page }) => page.clock.install())

  test('declined, no request leaves, and nobody asks again', async ({ page }) => {
    const sent = watch(page)
    await page.goto('/marketplace')
    await act(page)
    await banner(page).getByRole('button', { name: 'Decline' }).click()
    await expect(banner(page)).toBeHidden()
    await wander(page)
    await page.keyboard.press('Shift')
    await expect(banner(page)).toBeHidden()
    expect(sent).toEqual([])
  })

  test('before any answer, and with Global Privacy Control, no request leaves either', async ({ page }) => {
    const sent = watch(page)
    await wander(page)
    await page.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })')
    await page.evaluate(`localStorage.setItem('chowk.analytics-consent', '1:granted')`)
    await wander(page)
    await page.keyboard.press('Shift')
    await expect(banner(page)).toBeHidden()
    expect(sent).toEqual([])
  })

  test('accepted, pages are counted by their pattern; withdrawn in the settings, nothing more leaves', async ({
    page,
  }) => {
    const sent = watch(page)
    await page.goto('/marketplace')
    await act(page)
    await banner(page).getByRole('button', { name: 'Accept' }).click()
    await wander(page, (wanted) => sent.some(({ name }) => name === wanted))
    await expect.poll(() => sent.map(({ name }) => name)).toEqual(expect.arrayContaining(['page_view', 'agent_view']))
    expect(sent).toContainEqual(expect.objectContaining({ name: 'page_view', params: { path: '/agent/{id}' } }))
    expect(sent).toContainEqual(
      expect.objectContaining({ name: 'search', params: { term: 'contract', results: expect.any(Number) } }),
    )
    await signUp(page)
    await openInApp(page, '/settings?section=notifications')
    await page.getByRole('switch', { name: 'Allow usage analytics' }).uncheck()
    const so_far = sent.length
    await wander(page)
    expect(sent).toHaveLength(so_far)
    // An answer that was cut off by leaving the page is sent with the next page.
    const me = await overHttp(page)
    const answers = async () => (await me.call('GET', '/api/v1/consents')).data.items
    await expect.poll(answers).toMatchObject([{ granted: false, version: 1 }])
  })
})

test.describe('in every look', () => {
  test.use({ counted: true })

  test('the bell, what it opens, /upgrade and the consent are sound', async ({ page }) => {
    await signUp(page)
    await act(page)
    await expectSoundInEveryLook(page)
    // A bar, not a sheet; what it would count is said before the answer.
    expect((await banner(page).boundingBox())?.height).toBeLessThanOrEqual(120)
    await page.getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('dialog', { name: 'What we collect' }).getByRole('listitem')).toHaveCount(4)
    await expectSoundInEveryLook(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Details' })).toBeFocused()
    await page.getByRole('button', { name: 'Decline' }).click()
    await bell(page).click()
    await expect(panel(page).getByText('No notifications')).toBeVisible()
    await expectSoundInEveryLook(page)
    const { run } = await failingWorkflow(page)
    await run()
    await expect(panel(page).getByText('Discharge letters failed')).toBeVisible()
    await expectSoundInEveryLook(page)
    await openInApp(page, '/upgrade')
    await expect(page.getByRole('heading', { name: 'Request a role' })).toBeVisible()
    await expectSoundInEveryLook(page)
    await openInApp(page, '/settings?section=notifications')
    await expect(page.getByRole('switch', { name: 'Failed runs' })).toBeChecked()
    await expectSoundInEveryLook(page)
  })
})
