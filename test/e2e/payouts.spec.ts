/** Being paid, in the browser: a seller's details, their check, a sale, a payout run with its bank file, one through RazorpayX, and the invoice as a PDF. */

import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { DAY_MS } from '#shared/time.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { savedPdf } from '#test/support/pdf-text.ts'
import { enter, SUPER_ADMIN, sellerOn } from '#test/support/people.ts'
import { sell } from '#test/support/sales.ts'
import { signUp, visit } from '#test/support/visit.ts'

/** A sale of ₹1,000 forty days ago, whose refund window has closed. */
async function soldLongAgo(url: string, seller: string): Promise<void> {
  const buyer = visit(url, await signUp(url, `buyer-${crypto.randomUUID()}@example.test`))
  const { data: me } = await buyer.call('GET', '/api/v1/users/me')
  const { data: agent } = await buyer.call('GET', '/api/v1/agents/icd10-coder')
  const database = await joinE2eDatabase(url)
  try {
    await database.db.transaction().execute((tx) =>
      postToLedger(tx, {
        key: `test:${me.id}`,
        kind: 'top_up',
        cause: { type: 'test', id: me.id },
        lines: [
          { account: 'gateway', paise: -100_000 },
          { account: 'credits', owner: me.id, paise: 100_000 },
        ],
      }),
    )
    const now = new Date(Date.now() - 40 * DAY_MS)
    await sell(database, { buyer: me.id, seller: seller as never, agent, paise: 100_000, released: true, now })
  } finally {
    await database.drop()
  }
}

test('a seller is checked, sells, is paid and saves the invoice', async ({ page, context, browser, baseURL }) => {
  const { mine, url } = await sellerOn(context, baseURL)
  const { data: me } = await mine.call('GET', '/api/v1/users/me')
  const name = `Asha Rao ${me.id.slice(-6)}`
  const profile = async () => (await mine.call('GET', '/api/v1/seller/profile')).data.profile
  const office = await browser.newContext({ baseURL: url })
  await enter(office, SUPER_ADMIN, url)
  const desk = await office.newPage()

  await test.step('the seller says who is paid and where, and is told what is wrong', async () => {
    await page.goto('/seller/payouts')
    await page.getByRole('link', { name: 'Enter your details' }).click()
    await page.getByRole('button', { name: 'Save and submit' }).click()
    await expect(page.getByText('Legal name is required')).toBeVisible()
    await expect(page.getByLabel('Legal name')).toBeFocused()
    await page.getByLabel('Legal name').fill(name)
    await page.getByLabel('Address').fill('1 MG Road, Pune')
    await page.getByLabel('Email for complaints').fill('complaints@clinic.example')
    await page.getByLabel('State').selectOption({ label: 'Karnataka' })
    await page.getByLabel('PAN').fill('AAPFU0939F')
    await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
    await expect(page.getByText('This GSTIN belongs to Maharashtra, but you chose Karnataka')).toBeVisible()
    await page.getByLabel('State').selectOption({ label: 'Maharashtra' })
    await page.getByLabel('Account holder').fill(name)
    await page.getByLabel('IFSC').fill('hdfc0001234')
    await page.getByLabel('Account number', { exact: true }).fill('00123456789')
    await page.getByLabel('Confirm account number').fill('00123456780')
    await page.getByRole('button', { name: 'Save and submit' }).click()
    await expect(page.getByText('The account numbers don’t match')).toBeVisible()
    await page.getByLabel('Confirm account number').fill('00123456789')
    await page.getByRole('button', { name: 'Save and submit' }).click()
    await expect(page.getByText('Your details are being checked')).toBeVisible()
    expect(await profile()).toMatchObject({ status: 'pending', payee: 'HDFC •••• 6789', gstin: '27AAPFU0939F1ZV' })
  })

  await test.step('an admin verifies them with the keyboard', async () => {
    await desk.goto('/admin/sellers')
    await desk.getByRole('link', { name }).click()
    await expect(desk.getByRole('button', { name: /^Verify/ })).toBeVisible()
    await desk.keyboard.press('a')
    await expect(desk.getByRole('link', { name })).toHaveCount(0)
    expect((await profile()).status).toBe('verified')
  })

  await soldLongAgo(url, me.id)
  const { data: owed } = await mine.call('GET', '/api/v1/seller/payouts')
  expect(owed.held_back).toBeNull()

  await test.step('a run is prepared, its bank file saved, its payout paid', async () => {
    await desk.goto('/admin/payouts')
    await desk.getByRole('button', { name: 'Prepare run' }).click()
    await expect(desk.getByText(name)).toBeVisible()
    const saved = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Bank file' }).click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    expect(csv).toContain(`${name},00123456789,HDFC0001234,,${(owed.payable_paise / 100).toFixed(2)}`)
    await desk.getByRole('button', { name: `Paid: ${name}` }).click()
    await desk.getByLabel('Bank reference').fill('UTR 4711')
    await desk.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await expect(desk.getByRole('button', { name: `Paid: ${name}` })).toHaveCount(0)
  })

  await test.step('what the bank sends back days later is the seller’s again', async () => {
    await desk.getByRole('button', { name: `Returned: ${name}` }).click()
    await desk.getByLabel('Why').fill('Account closed')
    await desk.getByRole('dialog').getByRole('button', { name: 'Mark as returned' }).click()
    await expect(desk.getByRole('button', { name: `Try again: ${name}` })).toBeVisible()
    const { data } = await mine.call('GET', '/api/v1/seller/payouts')
    expect(data.payable_paise).toBe(owed.payable_paise)
  })

  await soldLongAgo(url, me.id)
  await test.step('the next run is paid through RazorpayX, and what becomes of it arrives by itself', async () => {
    await desk.goto('/admin/payouts')
    await expect(desk.getByText('Payouts are sent through RazorpayX')).toBeVisible()
    await desk.getByRole('button', { name: 'Prepare run' }).click()
    await desk.getByRole('button', { name: 'Pay through RazorpayX' }).click()
    const row = desk.getByRole('row', { name })
    await expect(row.getByRole('cell', { name: 'Paid', exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(row.getByText(/HDFCN\d+/)).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  await test.step('the books agree and name the payout', async () => {
    await desk.goto('/admin/ledger')
    await expect(desk.getByText('The books balance')).toBeVisible()
    const { data } = await mine.call('GET', '/api/v1/seller/payouts')
    const [paid] = data.items
    await desk.goto(`/admin/ledger?tab=transactions&find=${paid.id}`)
    await expect(desk.getByText('Payout paid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  })

  await test.step('the seller sees it and saves the invoice', async () => {
    await page.goto('/seller/payouts')
    await expect(page.getByText('Account closed')).toBeVisible()
    await expect(page.getByText(/HDFCN\d+/)).toBeVisible()
    await page.goto('/seller/invoices')
    const pdf = page.getByRole('button', { name: /^Save .* as PDF$/ })
    const { text: sold } = await savedPdf(page, pdf.first())
    for (const part of [
      'TEST — not a tax invoice',
      'Supplied by',
      name,
      '1 MG Road, Pune',
      'GSTIN: 27AAPFU0939F1ZV',
      'Runs of ICD-10-CM coder',
      'Total ₹1,000.00',
      'the e-commerce operator, in the name of the supplier',
    ])
      expect(sold).toContain(part)
    await page.goto('/seller/invoices?to=you')
    const { text: commission } = await savedPdf(page, pdf.first())
    // 15 % of the price without GST, and GST on it.
    for (const part of ['TEST — not a tax invoice', name]) expect(commission).toContain(part)
    // Each sale has its own, or both are in one: as the invoices were written while the second was made or after it.
    expect(commission).toMatch(/Commission on sales 998315 (1 ₹127\.12 ₹22\.88 ₹150\.00|2 ₹254\.24 ₹45\.76 ₹300\.00)/)
  })
  await office.close()
})
