/** An agent that works with an account of its buyer: built, published, run with the buyer's own account, and taken back. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { opened } from '#test/support/designer.ts'
import { addressOf } from '#test/support/e2e-ports.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { personOn, superAdmin } from '#test/support/people.ts'

const DOCUMENT = graph(
  [
    node('start', 'input_form', 'Start', { fields: [{ name: 'name', label: 'Name', type: 'text', required: true }] }),
    node(
      'row',
      'app_action',
      'Add a row',
      {
        ...{ integration: 'google-sheets', action: 'add_row', title: 'Google Sheets: Add a row' },
        input: {
          ...{ spreadsheetId: 'lent-2026', range: 'Sheet1', valueInputOption: 'RAW' },
          values: [['{{ $input.name }}']],
        },
      },
      280,
    ),
  ],
  [edge('start', 'row')],
)

/** Agrees in the tab that opens, with an application of one's own. */
async function connect(page: Page, client: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect Google Sheets' })
  await dialog.getByLabel('Account name').fill(name)
  await dialog.getByLabel('Client ID').fill(client)
  await dialog.getByLabel('Client secret').fill(`secret of ${client}`)
  const popup = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue to Google Sheets' }).click()
  const consent = await popup
  await consent.getByRole('link', { name: 'Allow' }).click()
  await expect(consent.getByRole('heading', { name: 'Account connected' })).toBeVisible()
  await consent.close()
}

const stateOf = async (context: BrowserContext, url: string, path: string) =>
  (await context.request.get(`${addressOf(url, 'apps')}${path}/lent-2026/Sheet1`)).json()

test('a buyer lends an account, the row arrives under it, and the seller sees nothing of it', async ({
  page,
  context,
  browser,
}, info) => {
  test.slow()
  const { mine: seller, url } = await personOn(context, 'seller', info.project.use.baseURL)
  const { id } = await opened(page, seller, DOCUMENT, { name: 'Guest book' })
  await page.locator('.react-flow__node[data-id="row"]').dblclick()
  const settings = page.getByRole('complementary', { name: 'Settings of Add a row' })
  await settings.getByRole('button', { name: 'Connect an account' }).click()
  await connect(page, 'seller-app', 'Of the seller')
  await expect(settings.getByRole('button', { name: 'Test account' })).toBeVisible()
  await settings.getByLabel('The buyer’s own account').check()
  await settings.getByLabel('What it’s for').fill('To write down who came')
  await expect
    .poll(async () => (await seller.call('GET', `/api/v1/workflows/${id}`)).data.document.nodes[1].config)
    .toMatchObject({ buyer_account: true, purpose: 'To write down who came' })
  const slug = await putOnSale({
    ...{ seller, admin: await superAdmin(url), name: 'Guest book', document: id },
    listing: {
      ...{ tagline: 'Writes down guests', description: 'Writes down who came.', category: 'productivity', icon: 'bot' },
      ...{ does: ['Writes'], samples: [{ title: 'A guest', input: { name: 'Sample' } }], price_type: 'free' },
    },
  })
  expect(await stateOf(context, url, '/clients')).toEqual(['seller-app'])

  const theirs = await browser.newContext({ baseURL: url })
  await personOn(theirs, 'basic_user', url)
  const shop = await theirs.newPage()
  await shop.goto(`/agent/${slug}`)
  const needed = shop.getByRole('region', { name: 'Accounts it works with' })
  await expect(needed.getByText('To write down who came')).toBeVisible()
  await expect(needed.getByText('Needed')).toBeVisible()
  await expect(needed.getByText('https://www.googleapis.com/auth/spreadsheets')).toBeVisible()
  await shop.getByRole('textbox', { name: 'Name' }).fill('Asha')
  await shop.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(shop.getByText('Choose your account for “Google Sheets” (To write down who came)')).toBeVisible()

  await needed.getByRole('button', { name: 'Connect an account' }).click()
  await connect(shop, 'buyer-app', 'Books of the buyer')
  await needed.getByRole('button', { name: 'Let this agent use it' }).click()
  await expect(needed.getByText('Ready')).toBeVisible()
  await shop.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(() => stateOf(theirs, url, '/arrived')).toEqual([['Sample'], ['Asha']])
  expect(await stateOf(theirs, url, '/clients')).toEqual(['seller-app', 'buyer-app'])

  await page.goto('/integrations/google-sheets?tab=calls')
  await expect(page.getByRole('row', { name: /Add a row/ })).toHaveCount(1)
  await expect(page.getByText('Books of the buyer')).toHaveCount(0)

  await needed.getByRole('button', { name: 'Take back' }).click()
  await expect(needed.getByText('Needed')).toBeVisible()
  await shop.getByRole('textbox', { name: 'Name' }).fill('Ravi')
  await shop.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(shop.getByText('Choose your account for “Google Sheets” (To write down who came)')).toBeVisible()
  expect(await stateOf(theirs, url, '/arrived')).toEqual([['Sample'], ['Asha']])
  await theirs.close()
})
