/** Papers of money, in the browser: what is bought, given back and subscribed is invoiced, and the PDF that is saved says what happened. */
import { expect } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { payInTestGateway } from '#test/support/checkout.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { savedPdf } from '#test/support/pdf-text.ts'
import { enter, person, sellerOn, superAdmin } from '#test/support/people.ts'

const document = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('end', 'template', { text: 'Read {{ $input.text }}' }),
  ],
  wires('ask > end'),
)

const today = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
}).format(new Date())

test('an agent that is bought, given back and a plan have papers that say so', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const sellers = await browser.newContext({ baseURL: baseURL ?? '' })
  const { mine: seller, url } = await sellerOn(sellers, baseURL)
  const admin = await superAdmin(url)
  const name = `Reader ${crypto.randomUUID().slice(0, 8)}`
  const listing = {
    tagline: 'Reads a text',
    description: 'Give it a text.',
    category: 'finance',
    samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
    price_type: 'one_time',
    price_paise: 49_900,
    trial_runs: 0,
  }
  const slug = await putOnSale({ seller, admin, name, document, listing })
  const buyer = await person(context, 'basic_user', url)
  await enter(context, buyer, url)
  let invoice = ''

  await test.step('bought: the invoice', async () => {
    await page.goto(`/agent/${slug}`)
    await page.getByRole('button', { name: 'Buy for ₹499' }).click()
    await payInTestGateway(page, { address: '22 FC Road, Bengaluru 560001' })
    // It is issued within seconds, and appears by itself: among the purchases, and on the receipt.
    await page.goto('/payments?tab=purchases')
    const pdf = page.getByRole('button', { name: /^Save TCH\S+ as PDF$/ })
    await expect(pdf).toBeVisible()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    await expect(pdf).toBeVisible()
    const { name: file, text } = await savedPdf(page, pdf)
    invoice = text.match(/TCH\/\d\d-\d\d\/\d+/)?.[0] ?? ''
    expect(file).toBe(`${invoice.replaceAll('/', '-')}.pdf`)
    for (const part of [
      'TEST — not a tax invoice',
      today,
      'Place of supply Karnataka (29)',
      buyer.name,
      '22 FC Road, Bengaluru 560001',
      `${name}`,
      'IGST 18 % ₹76.12',
      'Value before tax ₹422.88',
      'Total ₹499.00',
      'Rupees four hundred ninety nine only',
    ])
      expect(text).toContain(part)
  })

  await test.step('asked back and given back by the seller: the credit note', async () => {
    await page.goto('/payments?tab=purchases')
    await page.getByRole('button', { name: 'Request refund' }).click()
    await page.getByLabel('Why').fill('It reads nothing')
    await page.getByRole('dialog').getByRole('button', { name: 'Request refund' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const desk = await sellers.newPage()
    await desk.goto('/seller/refunds')
    await desk.getByRole('button', { name: 'Decide' }).click()
    await desk.getByRole('button', { name: 'Refund ₹499' }).click()
    await expect(desk.getByRole('dialog')).toHaveCount(0)
    await page.goto('/payments?tab=purchases')
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
    await expect(async () => {
      await page.goto('/subscription?tab=invoices')
      await expect(page.getByText(/^Credit note/)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    // The column "From" is wide enough for a name at every width.
    for (const width of [800, 1024, 1280]) {
      await page.setViewportSize({ width, height: 860 })
      const from = await page.getByRole('columnheader', { name: 'From' }).boundingBox()
      expect(from?.width, `From at ${width} px`).toBeGreaterThanOrEqual(180)
    }
    const { text } = await savedPdf(page, page.getByRole('button', { name: /^Save TCN\S+ as PDF$/ }))
    for (const part of [
      'TEST — not a tax invoice',
      `Credits invoice ${invoice} of ${today}`,
      `Refund: ${name}`,
      'IGST 18 % ₹76.12',
      'Total refunded ₹499.00',
    ])
      expect(text).toContain(part)
    await page.goto(`/agent/${slug}`)
    await expect(page.getByRole('button', { name: 'Buy for ₹499' })).toBeVisible()
  })

  await test.step('subscribed by a firm: the invoice with its GSTIN', async () => {
    await page.goto('/subscribe/professional?billing=monthly')
    await page.getByRole('button', { name: 'Pay ₹5,000' }).click()
    await payInTestGateway(page, {
      state: 'Maharashtra',
      gstin: '27AAPFU0939F1ZV',
      paid: page.getByRole('heading', { name: 'Thank you' }),
    })
    await expect(async () => {
      await page.goto('/subscription?tab=invoices')
      await expect(page.getByRole('cell', { name: '₹5,000.00' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '₹5,000.00' }) })
    const { text } = await savedPdf(page, row.getByRole('button', { name: /^Save TCH\S+ as PDF$/ }))
    for (const part of [
      'Plan: Professional, 1 month',
      'GSTIN: 27AAPFU0939F1ZV',
      'Place of supply Maharashtra (27)',
      'IGST 18 % ₹762.72',
      'Value before tax ₹4,237.28',
      'Total ₹5,000.00',
      'Rupees five thousand only',
    ])
      expect(text).toContain(part)
  })
  await sellers.close()
})
