/** User management: finding somebody, and support's page about them with everything that can be done there. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { enter, person, SUPER_ADMIN } from '#test/support/people.ts'
import { signIn, type Visit, visit } from '#test/support/visit.ts'

const table = (page: Page) => page.getByRole('region', { name: /^Users, / })
const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Of all orders, above the newest of them. */
const sumOf = (within: Locator, name: string) => within.locator('dt', { hasText: name }).locator('+ dd')

/** Somebody who paid for credits, has a failed payment behind them, and wrote to support. */
async function customer(page: Page, url: string) {
  const browser = await page.context().browser()?.newContext({ baseURL: url })
  if (!browser) throw new Error('No browser to sign up in')
  const who = await person(browser, 'basic_user', url)
  const mine = visit(url, await signIn(url, who.email, who.password))
  const { data: me } = await mine.call('GET', '/api/v1/users/me')
  await order(mine, 50_000, 'success')
  await order(mine, 70_000, 'failure')
  const message = { topic: 'help', name: who.name, email: who.email, message: 'My payment failed twice' }
  await mine.call('POST', '/api/v1/contact', message)
  await browser.close()
  return { who, mine, id: me.id as string }
}

async function order(mine: Visit, paise: number, outcome: string): Promise<void> {
  const { data } = await mine.call('POST', '/api/v1/payments/create-order', {
    buying: { purpose: 'credits', subject: { paise } },
    billing: { name: 'Asha Rao', state_code: '29' },
    expected_paise: paise,
    idempotency_key: crypto.randomUUID(),
  })
  await mine.call('POST', `/api/v1/payments/orders/${data.order.id}/test-pay`, { method: 'card', outcome })
  await mine.call('POST', `/api/v1/payments/orders/${data.order.id}/check`)
}

/** Opens an act of the menu and gives its reason. */
async function manage(page: Page, act: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage' }).press('Enter')
  await page.getByRole('menuitem', { name: act, exact: true }).press('Enter')
  await dialog(page).getByLabel('Reason').fill(reason)
}

test('an admin finds somebody, answers their questions on one page, and helps them', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const { who, mine, id } = await customer(page, url)
  await enter(context, SUPER_ADMIN, url)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.getByLabel('Search users').fill(who.email.toUpperCase())
  await expect(page).toHaveURL(/search=/)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await page.getByLabel('Role').selectOption('seller')
  await expect(page.getByText('No users match')).toBeVisible()
  await page.goBack()
  await table(page).getByRole('row').nth(1).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/users/${id}$`))

  // Who is this, what did they pay, what failed and why: without another press.
  await expect(section(page, 'Profile')).toContainText(who.email)
  const payments = section(page, 'Latest payments')
  await expect(payments.getByRole('row', { name: /Paid/ })).toContainText('₹500')
  await expect(payments.getByRole('row', { name: /Failed/ })).toContainText('₹700')
  await expect(sumOf(payments, 'Paid in all')).toHaveText('₹500')
  await expect(sumOf(payments, 'Credits left')).toHaveText('₹500')
  await expect(section(page, 'Latest failed runs')).toContainText('No run has failed.')
  await expectSoundInEveryLook(page)

  // Can you give it back?
  await payments.getByRole('button', { name: 'Refund Credits' }).first().click()
  await dialog(page).getByLabel('Amount (₹)').fill('900')
  await dialog(page).getByLabel('Reason').fill('Paid twice')
  await dialog(page).getByRole('button', { name: 'Refund ₹900' }).click()
  await expect(dialog(page).getByText('At most ₹500')).toBeVisible()
  await dialog(page).getByLabel('Amount (₹)').fill('200')
  await dialog(page).getByRole('button', { name: 'Refund ₹200' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(payments.getByText('Refund of ₹200')).toBeVisible()
  await expect(payments.getByText('Paid twice')).toBeVisible()
  await expect(sumOf(payments, 'Refunded')).toHaveText('₹200')

  await manage(page, 'Give credits', '')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Manage' })).toBeFocused()
  await manage(page, 'Give credits', '')
  await dialog(page).getByLabel('Amount (₹)').fill('250')
  await dialog(page).getByRole('button', { name: 'Give ₹250' }).click()
  await expect(dialog(page).getByText('A reason is required')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Sorry for the trouble')
  await dialog(page).getByRole('button', { name: 'Give ₹250' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await expect(section(page, 'Credits')).toContainText('Sorry for the trouble')
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await expect(section(page, 'Messages to support')).toContainText('My payment failed twice')

  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(section(page, 'Sessions').getByRole('row')).not.toHaveCount(1)
  await manage(page, 'End all sessions', 'Their laptop was stolen')
  await dialog(page).getByRole('button', { name: 'End all sessions' }).click()
  await expect(section(page, 'Sessions')).toContainText('Not signed in anywhere.')
  expect((await mine.call('GET', '/api/v1/users/me')).status).toBe(401)

  await manage(page, 'Block', 'Until we have talked')
  await dialog(page).getByRole('textbox', { name: 'Days' }).fill('0')
  await dialog(page).getByRole('button', { name: 'Block account' }).click()
  await expect(dialog(page).getByText('Use a whole number of days from 1 to 36,500')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Days' }).fill('3')
  await dialog(page).getByRole('button', { name: 'Block account' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(section(page, 'Profile')).toContainText('Until we have talked')
  await manage(page, 'Activate', 'We have talked')
  await dialog(page).getByRole('button', { name: 'Activate account' }).click()
  await expect(section(page, 'Profile')).toContainText('Active')
  await page.getByRole('link', { name: 'Audit trail', exact: true }).click()
  for (const done of ['Activated', 'Blocked until', 'All sessions ended', 'Credits of ₹250 given', 'Refund of ₹200'])
    await expect(section(page, 'Audit trail').getByText(done)).toBeVisible()
})

test('a role request is approved from the list; an admin may not touch an admin', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const { who, mine, id } = await customer(page, url)
  await mine.call('POST', '/api/v1/role-requests', {
    role: 'seller',
    reason: '<b>I build</b> coders \u202Efor clinics',
  })
  const admin = await person(context, 'admin', url)
  await enter(context, admin, url)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Answer role requests' }).click()
  await expect(page).toHaveURL(/\/admin\/users\?status=pending$/)
  const asked = page.getByRole('list', { name: 'Role requests' }).getByRole('listitem').filter({ hasText: who.email })
  await expect(asked).toContainText('<b>I build</b> coders')
  await expectSoundInEveryLook(page)
  await asked.getByRole('button', { name: /^Reject/ }).click()
  await dialog(page).getByRole('button', { name: 'Reject request' }).click()
  await expect(dialog(page).getByText('A reason is required')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await asked.getByRole('button', { name: /^Approve/ }).click()
  await dialog(page).getByLabel('Reason').fill('Welcome')
  await dialog(page).getByRole('button', { name: 'Approve request' }).click()
  await expect(asked).toHaveCount(0)
  await openInApp(page, `/admin/users/${id}`)
  await expect(section(page, 'Role and status')).toContainText('Role changed from User to Seller')

  const { data } = await visit(url, await signIn(url, admin.email, admin.password)).call('GET', '/api/v1/users/me')
  await openInApp(page, `/admin/users/${data.id}`)
  await page.getByRole('button', { name: 'Manage' }).click()
  await expect(page.getByRole('menuitem', { name: /^Block/ })).toContainText(
    'You can’t change your own role or status.',
  )
})

test('user management is for admins', async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  await enter(context, await person(context, 'creator_admin', url), url)
  for (const path of ['/admin/users', '/admin/users/01890000-0000-7000-8000-000000000000']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Admin access needs approval.')).toBeVisible()
  }
})
