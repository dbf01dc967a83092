/** A coupon in the browser: a seller makes a code, a buyer comes by its link and pays less, the invoice says so, and a whole price is given away. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { enter, person, sellerOn } from '#test/support/people.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'
import { signIn, visit } from '#test/support/visit.ts'

/** An agent of this seller that is bought for good for ₹1,000. @returns its slug */
async function agentOf(url: string, seller: string, name: string): Promise<string> {
  const database = await joinE2eDatabase(url)
  try {
    const document = workflow([node('start', 'manual_trigger')], [])
    await giveSellerDetails(database.pool, seller)
    const { agent_id } = await insertAgent(database, document, { type: 'one_time', paise: 100_000 })
    const { rows } = await database.pool.query(
      'update agents set seller_id = $2, name = $3 where id = $1 returning slug',
      [agent_id, seller, name],
    )
    return rows[0].slug
  } finally {
    await database.drop()
  }
}

test('a seller makes codes, and a buyer pays less, or nothing', async ({ page, context, browser, baseURL }) => {
  const { mine, url } = await sellerOn(context, baseURL)
  const { data: me } = await mine.call('GET', '/api/v1/users/me')
  const name = `Letters ${me.id.slice(-6)}`
  const slug = await agentOf(url, me.id, name)
  const free = await agentOf(url, me.id, `${name} II`)
  const code = `DIWALI-${me.id.slice(-6).toUpperCase()}`
  const dialog = page.getByRole('dialog')

  await test.step('the seller is told what is wrong, and makes a code for one agent', async () => {
    await page.goto('/seller/coupons')
    await page.getByRole('button', { name: 'New coupon' }).click()
    await dialog.getByRole('button', { name: 'Create coupon' }).click()
    await expect(dialog.getByText('Use 3 to 40 letters')).toBeVisible()
    await dialog.getByLabel('Code').fill(code.toLowerCase())
    await dialog.getByLabel('Percent', { exact: true }).last().fill('20')
    await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Some of your agents' })
    await dialog.getByRole('checkbox', { name, exact: true }).check()
    await dialog.getByLabel('Total uses').fill('5')
    await dialog.getByRole('button', { name: 'Create coupon' }).click()
    await expect(page.getByText(`20 % off: ${name}`).filter({ visible: true })).toBeVisible()
    await expect(page.getByText('0 of 5')).toBeVisible()
    const all = await mine.call('POST', '/api/v1/coupons', {
      scope: 'own',
      code: `${code}-2`,
      gives: { type: 'percent', percent: 100 },
    })
    expect(all.status).toBe(201)
  })

  const theirs = await browser.newContext({ baseURL: url })
  const who = await person(theirs, 'basic_user', url)
  await enter(theirs, who, url)
  const buyer = await theirs.newPage()
  const checkout = buyer.getByRole('dialog')
  const desk = visit(url, await signIn(url, who.email, who.password))

  await test.step('the link fills the field, and the price before and after is shown and paid', async () => {
    await buyer.goto(`/agent/${slug}?code=${code.toLowerCase()}`)
    await buyer.getByRole('button', { name: 'Buy for ₹1,000' }).click()
    await expect(checkout.getByText(code)).toBeVisible()
    await expect(checkout.getByText('-₹200')).toBeVisible()
    await checkout.getByRole('button', { name: 'Remove the code' }).click()
    await expect(checkout.getByRole('button', { name: 'Continue to pay ₹1,000' })).toBeVisible()
    await checkout.getByLabel('Code').fill('NO-SUCH-CODE')
    await checkout.getByRole('button', { name: 'Use code' }).click()
    await expect(checkout.getByText('This code isn’t valid here.')).toBeVisible()
    await checkout.getByLabel('Code').fill(code)
    await checkout.getByRole('button', { name: 'Use code' }).click()
    await checkout.getByLabel('State').selectOption({ label: 'Karnataka' })
    await checkout.getByRole('button', { name: 'Continue to pay ₹800' }).click()
    await checkout.getByRole('button', { name: 'Pay ₹800' }).click()
    await expect(buyer.getByText('Payment received')).toBeVisible()
    await expect(buyer.getByText(`${code}: ₹200 off ₹1,000`)).toBeVisible()
  })

  await test.step('the invoice as a PDF has the discount before the tax', async () => {
    // It is issued within seconds of the payment; the page shows what there is when it is opened.
    await expect.poll(async () => (await desk.call('GET', '/api/v1/invoices')).data.total).toBe(1)
    await buyer.goto('/subscription?tab=invoices')
    const saved = buyer.waitForEvent('download')
    await buyer
      .getByRole('button', { name: /^Save .* as PDF$/ })
      .first()
      .click()
    const { data: file } = await desk.upload('invoice.pdf', 'application/pdf', readFileSync(await (await saved).path()))
    const { data } = await desk.call('GET', `/api/v1/files/${file.id}/text`)
    const text = JSON.stringify(data)
    // ₹800 with 18 % inside: ₹677.96; of ₹1,000: ₹847.46.
    for (const part of ['Value before discount', '₹847.46', `Discount, code ${code}`, '₹169.50', '₹677.96'])
      expect(text).toContain(part)
  })

  await test.step('a code of 100 percent asks for no payment', async () => {
    await buyer.goto(`/agent/${free}`)
    await buyer.getByRole('button', { name: 'Buy for ₹1,000' }).click()
    await checkout.getByRole('button', { name: 'Have a code?' }).click()
    await checkout.getByLabel('Code').fill(`${code}-2`)
    await checkout.getByRole('button', { name: 'Use code' }).click()
    await checkout.getByRole('button', { name: 'Order for ₹0' }).click()
    await expect(buyer.getByText('You own it')).toBeVisible()
  })
  await theirs.close()

  await test.step('the seller sees what came of it, and ends it', async () => {
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: '20 % off' })
    await expect(row.getByText('1 of 5')).toBeVisible()
    await expect(row.getByText('₹200')).toBeVisible()
    await row.getByRole('button', { name: `Actions for ${code}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'End' }).click()
    await dialog.getByRole('button', { name: 'End coupon' }).click()
    await expect(row.getByText('Ended').filter({ visible: true })).toBeVisible()
  })
})
