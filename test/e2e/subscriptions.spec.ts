/** A plan in the browser: free days, a limit, paying, a larger plan, a smaller one, and cancelling in no more clicks than subscribing. */
import { expect, test } from '@playwright/test'
import { enter, personOn, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

test('a visitor is led to an account and back to the plan', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('link', { name: /^Start Free Trial/ }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Starter' })).toBeVisible()
  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/register\?next=%2Fsubscribe%2Fstarter%3Fbilling%3Dmonthly/)
})

test('a user tries, subscribes, grows, shrinks, cancels and comes back', async ({ page, context, baseURL }) => {
  test.setTimeout(120_000)
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const current = async () => (await mine.call('GET', '/api/v1/subscriptions/current')).data
  const checkout = page.getByRole('dialog')
  let clicks = 0
  const click = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
    await page.getByRole(role, { name }).first().click()
    clicks++
  }
  const pay = async (price: string) => {
    await click(`Pay ${price}`)
    await checkout.getByLabel('State').selectOption({ label: 'Karnataka' })
    await checkout.getByRole('button', { name: `Continue to pay ${price}` }).click()
    await checkout.getByLabel('The bank’s answer').selectOption({ label: 'The payment succeeds' })
    await checkout.getByRole('button', { name: `Pay ${price}` }).click()
    clicks += 2
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  }

  await test.step('the free days begin with one click, without a card', async () => {
    await page.goto('/subscribe/starter?billing=monthly')
    await click('Start Free Trial')
    await expect(page.getByRole('heading', { name: 'Your trial has started' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your trial has started' })).toBeVisible()
    expect((await current()).subscription).toMatchObject({ status: 'trialing', plan: { id: 'starter' } })
  })

  await test.step('a limit that is reached shows the way to a larger plan', async () => {
    const { data: agent } = await mine.call('GET', '/api/v1/agents/icd10-coder')
    for (const name of ['One', 'Two']) await mine.call('POST', '/api/v1/services', { agent_id: agent.id, name })
    await page.goto('/agent/icd10-coder')
    await click('Add to My AI Services')
    await expect(page.getByText('You’ve reached your AI service limit')).toBeVisible()
    await click('See larger plans', 'link')
    await expect(page.getByRole('progressbar', { name: 'Agents' })).toHaveAttribute('aria-valuenow', '100')
  })

  let toSubscribe = 0
  await test.step('subscribed with the test gateway', async () => {
    clicks = 0
    await click('Subscribe', 'link')
    await pay('₹1,000')
    toSubscribe = clicks
    expect((await current()).subscription).toMatchObject({ status: 'active', plan: { id: 'starter' } })
  })

  await test.step('the price of a larger plan is shown before it is paid, less what is left of the present one', async () => {
    await page.goto('/subscription?tab=plan')
    await click('Change to Professional', 'link')
    await expect(page.getByText('Credit for your current period')).toBeVisible()
    await pay('₹4,000')
    expect(await current()).toMatchObject({ subscription: { plan: { id: 'professional' } }, limits: { services: 5 } })
  })

  await test.step('a smaller plan begins with the next period, or not after all', async () => {
    await page.goto('/subscription?tab=plan')
    await click('Change to Starter', 'link')
    await click(/^Change on/)
    await expect(page.getByText(/Starter, monthly, begins on/)).toBeVisible()
    await click('Keep Professional')
    await expect(page.getByText(/Renews on .* for ₹5,000/)).toBeVisible()
    expect((await current()).subscription.next).toBeNull()
  })

  await test.step('cancelled in no more clicks than it was subscribed, and resumed', async () => {
    clicks = 0
    await click('Cancel plan')
    await checkout.getByRole('button', { name: 'Cancel plan' }).click()
    clicks++
    await expect(
      page.getByRole('region', { name: 'Your plan', exact: true }).getByText('Cancelled', { exact: true }),
    ).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(toSubscribe)
    expect((await current()).subscription).toMatchObject({ status: 'cancelled', plan: { id: 'professional' } })
    await click('Resume')
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Upgraded' })).toBeVisible()
  })
})

test('a super admin changes a price, with its history', async ({ page, context, baseURL }) => {
  await enter(context, SUPER_ADMIN, baseURL ?? '')
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Change Enterprise' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Monthly price in rupees').fill('0')
  await dialog.getByRole('button', { name: 'Save new version' }).click()
  await expect(dialog.getByText('At least ₹1')).toBeVisible()
  await dialog.getByLabel('Monthly price in rupees').fill('15001')
  await dialog.getByLabel('Reason').fill('To see that it is kept')
  await dialog.getByRole('button', { name: 'Save new version' }).click()
  await expect(page.getByText('To see that it is kept')).toBeVisible()
  await page.goto('/pricing')
  await expect(page.getByText('₹15,001')).toBeVisible()
  // As it was, for whoever looks at the prices next.
  const mine = await superAdmin(baseURL ?? '')
  const { data } = await mine.call('GET', '/api/v1/admin/plans')
  const plan = data.items.find((one: { plan: { id: string } }) => one.plan.id === 'enterprise')
  const [newest] = plan.versions
  const { number, reason: _, created_by: __, created_at: ___, ...terms } = newest
  await mine.call('PUT', '/api/v1/admin/plans/enterprise', {
    ...terms,
    monthly_paise: 1_500_000,
    active: true,
    base_number: number,
    reason: 'As it was',
  })
})
