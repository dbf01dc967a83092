/** How an agent stands: what its seller says of it, what everybody reads, and the prices it had. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { sellerOn, superAdmin } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'
import { done } from '#test/support/visit.ts'

const ECHO = graph(
  [
    node('ask', 'input_form', 'Ask', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('end', 'template', 'Say it', { text: 'Said: {{ $input.text }}' }, 304),
  ],
  [edge('ask', 'end')],
)

/** A further version at another price. */
async function raise({ seller, admin, id }: { seller: Visit; admin: Visit; id: string }, price_paise: number) {
  await done(seller.call('PUT', `/api/v1/agents/${id}`, { price_paise, changelog: 'It says it better.' }))
  await done(seller.call('POST', `/api/v1/seller/agents/${id}/submit`, {}))
  const { submission } = await done(seller.call('GET', `/api/v1/seller/agents/${id}`))
  await done(admin.call('POST', `/api/v1/agent-submissions/${submission.id}/decide`, { approve: true, reason: '' }))
}

const chip = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true })

test('a seller says that an agent is under maintenance, all users read it, and it is taken back', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { mine: seller, url } = await sellerOn(context, baseURL)
  const admin = await superAdmin(url)
  const name = `Echo ${crypto.randomUUID().slice(0, 8)}`
  const listing = {
    tagline: 'Says it again.',
    description: 'It says again what it is told.',
    category: 'productivity',
    samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
    price_type: 'per_run',
    price_paise: 1000,
  }
  const slug = await putOnSale({ seller, admin, name, document: ECHO, listing })
  const { id } = await done(seller.call('GET', `/api/v1/agents/${slug}`))
  const visitor = await browser.newPage({ baseURL: url })

  await test.step('it is live, and the platform’s measurements are on its page', async () => {
    await visitor.goto(`/agent/${slug}`)
    await expect(chip(visitor, 'Live')).toBeVisible()
    const record = visitor.getByRole('region', { name: 'Checked by the platform' })
    await expect(record).toContainText('Passed')
    await expect(record).toContainText('A reviewer saw these findings')
    await expect(record.locator('code')).toHaveText(/^[0-9a-f]{64}$/)
    await expect(visitor.getByText('Price history')).toHaveCount(0)
  })

  await test.step('its seller says so, by keyboard', async () => {
    await page.goto(`/seller/agents/${id}`)
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Maintenance or notice' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Under maintenance').press('Space')
    await dialog.getByRole('textbox', { name: /^Notice/ }).fill('<b>Back</b> on Friday.')
    await expectSoundInEveryLook(page)
    await dialog.getByRole('textbox', { name: /^Notice/ }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('<b>Back</b> on Friday.')).toBeVisible()
  })

  await test.step('visitors read it, also by keyboard and in the text version', async () => {
    await expect(async () => {
      await visitor.goto(`/agent/${slug}`)
      await chip(visitor, 'Under maintenance').focus({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(visitor.getByRole('tooltip', { name: '<b>Back</b> on Friday.' })).toBeVisible()
    await expectSoundInEveryLook(visitor)
    const text = await (await visitor.request.get(`/agent/${slug}.md`)).text()
    expect(text).toContain('- Under maintenance: bBack/b on Friday.')
  })

  await test.step('it is taken back, and a further version has another price', async () => {
    await seller.call('PUT', `/api/v1/seller/agents/${id}/standing`, { maintenance: false, notice: '' })
    await raise({ seller, admin, id }, 1500)
    // A listing that has changed may be some seconds old.
    await expect(async () => {
      await visitor.goto(`/agent/${slug}`)
      await expect(chip(visitor, 'Live')).toBeVisible({ timeout: 1000 })
      await expect(visitor.getByText('Price history')).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await visitor.getByText('Price history').press('Enter')
    const prices = visitor.getByRole('complementary', { name: 'Price' }).getByRole('listitem')
    await expect(prices.filter({ hasText: '₹15 per run' })).toContainText('for users of earlier versions from')
    await expect(prices.filter({ hasText: '₹10 per run' })).toContainText('version 1')
    await expectSoundInEveryLook(visitor)
  })
  await visitor.close()
})
