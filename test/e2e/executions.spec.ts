import { expect, type Page } from '@playwright/test'
import { openInApp, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { enter, personOn, SUPER_ADMIN, sellerOn, superAdmin } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const sums = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('tax', 'set_fields', 'Add the tax', { fields: [{ name: 'total', value: '{{ $input.amount * 1.18 }}' }] }),
    node('letter', 'set_fields', 'Write the letter', { fields: [{ name: 'text', value: 'Pay {{ $input.total }}' }] }),
  ],
  [edge('start', 'tax'), edge('tax', 'letter')],
)

/** Other tests run on the same product. */
const named = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 8)}`
const step = (page: Page, name: string) => page.getByRole('group').filter({ hasText: name }).first()

test('a run is found, read step by step, run from a step with other data, and compared', async ({ page, baseURL }) => {
  const url = String(baseURL)
  await enter(page.context(), SUPER_ADMIN, url)
  const mine = await superAdmin(url)
  const name = named('Sums of a bill')
  const workflow_id = await mine.workflow(name, sums)
  const { execution_id } = await mine.run({ workflow_id }, { amount: 100 }, 10_000)

  await page.goto('/executions')
  await page.getByLabel('Search executions').fill(name)
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click()
  await expect(page).toHaveURL(`/executions/${execution_id}`)

  await page
    .getByRole('region', { name: 'Workflow diagram' })
    .getByRole('button', { name: /Write the letter/ })
    .click()
  await expect(page).toHaveURL(/step=letter/)
  await expect(page.getByLabel('Input of Write the letter from Add the tax')).toContainText('"total": 118')
  await expect(page.getByLabel('Output of Write the letter')).toContainText('Pay 118')

  await step(page, 'Write the letter').getByRole('button', { name: 'Run from here' }).click()
  const dialog = page.getByRole('dialog', { name: /Run from/ })
  const gave = dialog.getByLabel('Output of “Add the tax”')
  await gave.fill('{"total": ')
  await expect(dialog.getByRole('button', { name: /Start/ })).toBeDisabled()
  await gave.fill('{"total": 7}')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page).not.toHaveURL(new RegExp(execution_id))
  await expect(page.locator('[data-run="succeeded"]')).toBeVisible()

  await page.getByRole('link', { name: 'compare', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Compare runs' })).toBeVisible()
  await expect(page.getByText('"Pay 118"').first()).toBeVisible()
  await expect(page.getByText('"Pay 7"').first()).toBeVisible()
  await page.getByRole('link', { name: 'Swap' }).click()
  await expect(page).toHaveURL(new RegExp(`/compare/${execution_id}$`))
})

test('runs that failed for one reason are recovered together, with the cost shown first', async ({ page, baseURL }) => {
  const url = String(baseURL)
  await enter(page.context(), SUPER_ADMIN, url)
  const mine = await superAdmin(url)
  const broken = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('parse', 'set_fields', 'Read', { fields: [{ name: 'a', value: '{{ $error("no date") }}' }] }),
    ],
    [edge('start', 'parse')],
  )
  const name = named('Broken letters')
  const workflow_id = await mine.workflow(name, broken)
  for (let n = 0; n < 3; n++) await mine.run({ workflow_id }, { n }, 10_000)

  await page.goto('/execution-recovery')
  await page.getByRole('row').filter({ hasText: name }).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Recover 1 selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recover runs' })
  await expect(dialog.getByText('Reused')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start 1 run' }).click()
  await expect(page).toHaveURL(/recovery=/)
  await expect(page.locator('[data-recovery="over"]')).toContainText('1 failed again')
  // The one that was recovered is not offered again; the one that failed again is.
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(3)
})

const PRIVATE = 'the patient is called Meera'

test('a seller sees why runs fail and nothing that buyers entered, until one shares a run, who takes it back', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const document = graph(
    [
      node('ask', 'input_form', 'Ask', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
      node('end', 'code', 'Read it', {
        source: `if (input.text.includes('Meera')) throw new Error('Cannot read: ' + input.text); return input`,
      }),
    ],
    [edge('ask', 'end')],
  )
  const listing = {
    tagline: 'Reads a text.',
    description: 'Give it a text.',
    category: 'productivity',
    samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
  }
  const sellers = await browser.newContext({ baseURL: String(baseURL) })
  const { mine: seller, url } = await sellerOn(sellers, baseURL)
  const slug = await putOnSale({ seller, admin: await superAdmin(url), name: named('Reader'), document, listing })
  const { id: agent_id } = await done(seller.call('GET', `/api/v1/agents/${slug}`))
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const { execution_id } = await mine.run({ agent_id }, { text: PRIVATE }, 20_000)
  const desk = await sellers.newPage()
  const failures = desk.getByRole('region', { name: 'Failed runs in 30 days' })
  const shared = failures.getByRole('table', { name: /^Runs buyers shared/ })

  await test.step('the seller sees the cause, the step and the version, and how many runs', async () => {
    await desk.goto(`/seller/agents/${agent_id}`)
    const row = failures.getByRole('table', { name: /^Causes of failed runs/ }).getByRole('row', { name: /Read it/ })
    await expect(row.getByRole('cell').nth(2)).toHaveText('v1')
    await expect(row.getByRole('cell').nth(3)).toHaveText('1')
    await expect(failures).not.toContainText('Meera')
    await expect(failures.getByText('Buyers can share a run with you from its page.')).toBeVisible()
    await desk.goto(`/runs/${execution_id}`)
    await expect(desk.getByText('Page not found')).toBeVisible()
  })

  await test.step('the buyer shares the run, knowing what the seller will read', async () => {
    await page.goto(`/runs/${execution_id}`)
    await page.getByRole('button', { name: 'Share with seller' }).click()
    const question = page.getByRole('dialog', { name: 'Share this run with the seller?' })
    await expect(question).toContainText('Your other runs stay private')
    await question.getByRole('button', { name: 'Share for 7 days' }).click()
    await expect(page.getByText(/^The seller of this agent can read this run until/)).toBeVisible()
  })

  await test.step('the seller opens it from the list, and can do nothing but read', async () => {
    await openInApp(desk, `/seller/agents/${agent_id}`)
    await shared.getByRole('link', { name: /^Started/ }).click()
    await expect(desk).toHaveURL(`/runs/${execution_id}`)
    await expect(desk.getByText(/^A buyer shared this run with you until/)).toBeVisible()
    await expect(desk.getByRole('main')).toContainText(PRIVATE)
    for (const name of [/^Run again/, /^Delete/]) await expect(desk.getByRole('button', { name })).toBeDisabled()
    await expect(desk.getByRole('button', { name: /Share with seller|Stop sharing/ })).toHaveCount(0)
  })

  await test.step('the buyer takes it back, and it is gone for the seller', async () => {
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByRole('button', { name: 'Share with seller' })).toBeVisible()
    await desk.reload()
    await expect(desk.getByText('Page not found')).toBeVisible()
    await openInApp(desk, `/seller/agents/${agent_id}`)
    await expect(failures.getByText('Buyers can share a run with you from its page.')).toBeVisible()
  })
  await sellers.close()
})
