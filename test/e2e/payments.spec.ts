/** Paying in the browser: a top-up that succeeds, one that fails first, one that waits for the UPI app over a reload, and a refund. */
import { expect, test } from '@playwright/test'
import { personOn, superAdmin } from '#test/support/people.ts'

test('a buyer tops up, tries again, waits, and asks for money back', async ({ page, context, baseURL }) => {
  const { mine, url } = await personOn(context, 'basic_user', baseURL)
  const orders = async () => (await mine.call('GET', '/api/v1/payments/history')).data.items
  const checkout = page.getByRole('dialog')
  const topUp = async () => {
    await page.goto('/payments')
    await page.getByRole('button', { name: 'Top up credits' }).click()
    await checkout.getByRole('button', { name: 'Continue with ₹500' }).click()
  }
  const answer = async (text: string) => {
    await checkout.getByLabel('The bank’s answer').selectOption({ label: text })
    await checkout.getByRole('button', { name: 'Pay ₹500' }).click()
  }

  await test.step('the invoice is asked for, and what is wrong is said', async () => {
    await topUp()
    await expect(checkout.getByText('Test payments: no money is charged.')).toBeVisible()
    await checkout.getByRole('button', { name: 'Continue to pay ₹500' }).click()
    await expect(checkout.getByText('Choose your state').last()).toBeVisible()
    await checkout.getByLabel('State').selectOption({ label: 'Karnataka' })
    await checkout.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
    await expect(checkout.getByText('This GSTIN belongs to Maharashtra, but you chose Karnataka')).toBeVisible()
    await checkout.getByLabel('GSTIN').fill('')
    await checkout.getByRole('button', { name: 'Continue to pay ₹500' }).click()
  })

  await test.step('paid by card', async () => {
    await answer('The payment succeeds')
    await expect(page.getByText('Payment received')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    expect(await orders()).toMatchObject([{ status: 'paid', amount_paise: 50_000, billing: { state_code: '29' } }])
    const { data } = await mine.call('GET', '/api/v1/credits')
    expect(JSON.stringify(data)).toContain('50000')
  })

  await test.step('declined, and then paid', async () => {
    await topUp()
    await checkout.getByRole('button', { name: 'Continue to pay ₹500' }).click()
    await answer('The bank declines it')
    await expect(checkout.getByText('The payment failed')).toBeVisible()
    await answer('The payment succeeds')
    await expect(page.getByText('Payment received')).toBeVisible()
    expect(await orders()).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
  })

  await test.step('waits for the UPI app, over a reload', async () => {
    await topUp()
    await checkout.getByRole('button', { name: 'Continue to pay ₹500' }).click()
    await checkout.getByText('UPI', { exact: true }).click()
    await answer('It waits for UPI approval')
    await expect(page.getByText('Waiting for your bank')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Payment received')).toBeVisible({ timeout: 20_000 })
  })

  await test.step('asks for it back, and is given a part', async () => {
    await page.getByRole('button', { name: 'Request refund' }).click()
    await checkout.getByLabel('Why').fill('I topped up too much')
    await checkout.getByRole('button', { name: 'Request refund' }).click()
    await expect(page.getByText('Requested')).toBeVisible()
    const admin = await superAdmin(url)
    const { data } = await admin.call('GET', '/api/v1/admin/refunds?status=requested')
    const asked = data.items.find(({ reason }: { reason: string }) => reason === 'I topped up too much')
    const decided = await admin.call('POST', `/api/v1/refunds/${asked.id}/decide`, {
      approve: true,
      paise: 20_000,
      reason: 'As you ask',
    })
    expect(decided.data).toMatchObject({ paise: 20_000 })
    await page.reload()
    await expect(page.getByText('Partly refunded')).toBeVisible()
    await expect(page.getByText('As you ask')).toBeVisible()
  })
})
