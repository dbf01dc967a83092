/** A payment that a bank disputes, sends back for better evidence, and decides; as the admin sees it who answers. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { joinE2eDatabase, tellE2eGateway } from '#test/support/e2e-database.ts'
import { enter, personOn, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

test('an admin answers a dispute, and answers again when the bank asks for better evidence', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine, url } = await personOn(context, 'basic_user', baseURL)
  const { data: made } = await mine.call('POST', '/api/v1/payments/create-order', {
    buying: { purpose: 'credits', subject: { paise: 50_000 } },
    billing: { name: 'Asha Rao', state_code: '29' },
    expected_paise: 50_000,
    idempotency_key: crypto.randomUUID(),
  })
  await mine.call('POST', `/api/v1/payments/orders/${made.order.id}/test-pay`, { method: 'card', outcome: 'success' })
  await expect
    .poll(async () => (await mine.call('GET', `/api/v1/payments/orders/${made.order.id}`)).data)
    .toMatchObject({ status: 'paid' })
  const database = await joinE2eDatabase(url)
  let dispute_id = ''
  try {
    const { rows } = await database.pool.query('select gateway_payment_id as id from payments where order_id = $1', [
      made.order.id,
    ])
    dispute_id = (await tellE2eGateway(url, '/script/dispute', { payment_id: rows[0].id })).id
  } finally {
    await database.drop()
  }
  await context.clearCookies()
  await enter(context, SUPER_ADMIN, url)
  const admin = await superAdmin(url)
  /** What webhooks have told. */
  const known = async () => {
    const { data } = await admin.call('GET', '/api/v1/admin/disputes')
    return data.items.find((one: { gateway_dispute_id: string }) => one.gateway_dispute_id === dispute_id)
  }

  const earlier = page.getByRole('region', { name: 'Earlier evidence' })
  await test.step('submits the evidence', async () => {
    await expect.poll(known).toMatchObject({ status: 'open', times_sent_back: 0 })
    await page.goto('/admin/payments?tab=disputes')
    await page.locator(`a[href*="dispute=${(await known()).id}"]`).click()
    await expect(page.getByText('Needs response')).toBeVisible()
    await page.getByLabel('Your response to the bank').fill('The credits were used the same day.')
    await page.getByRole('button', { name: 'Submit evidence' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit evidence' }).click()
    await expect(page.getByText('Under review')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit evidence' })).toBeHidden()
  })

  await test.step('is asked for better, sees what was submitted, and submits again', async () => {
    await tellE2eGateway(url, '/script/settle', { dispute_id, outcome: 'action_required' })
    await expect.poll(known).toMatchObject({ status: 'open', times_sent_back: 1 })
    await page.reload()
    await expect(page.getByText('Better evidence needed')).toBeVisible()
    await expect(page.getByText('The bank asked for better evidence')).toBeVisible()
    await expect(earlier).toContainText('The credits were used the same day.')
    await expectSoundInEveryLook(page)
    await page.getByLabel('Your response to the bank').fill('Attached: the log of all 12 runs.')
    await page.getByRole('button', { name: 'Submit evidence' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit evidence' }).click()
    await expect(page.getByText('Under review')).toBeVisible()
    await expect(earlier).toContainText('The credits were used the same day.')
  })

  await test.step('learns the decision', async () => {
    await tellE2eGateway(url, '/script/settle', { dispute_id, outcome: 'won' })
    await expect.poll(known).toMatchObject({ status: 'won' })
    await page.reload()
    await expect(page.getByText('Won', { exact: true })).toBeVisible()
    await expect(earlier).toContainText('The credits were used the same day.')
  })
})
