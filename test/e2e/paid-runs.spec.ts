/** A paid agent in the browser: credits are bought, a run is charged, one that fails is free, caps hold, and a month is bought. */
import { expect, test } from '@playwright/test'
import type { JsonObject } from '#contract/core/primitives.ts'
import { expectSoundInEveryLook, openInApp } from '#test/support/browser.ts'
import { payInTestGateway } from '#test/support/checkout.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { enter, person, superAdmin } from '#test/support/people.ts'
import { done, signIn, visit } from '#test/support/visit.ts'

/** Fails for one text, says the others again. */
const document = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('end', 'code', {
      source: "if (input.text === 'fail') throw new Error('It does not work'); return { said: input.text }",
    }),
  ],
  wires('ask > end'),
)

const LISTED = {
  tagline: 'Says it again',
  description: 'Echoes texts.',
  category: 'finance',
  samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
}

test('a buyer tops up, pays for a run that works, not for one that fails, and buys a month', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const url = baseURL ?? ''
  const [sells, buys] = [await person(context, 'seller', url), await person(context, 'basic_user', url)]
  const seller = visit(url, await signIn(url, sells.email, sells.password))
  const admin = await superAdmin(url)
  const unique = sells.email.split('@')[0] ?? ''
  const sell = (name: string, price: JsonObject) =>
    putOnSale({ seller, admin, name, document, listing: { ...LISTED, ...price, trial_runs: 0 } })
  const perRun = await sell(`Echo ${unique}`, { price_type: 'per_run', price_paise: 1_250 })
  const monthly = await sell(`Monthly ${unique}`, { price_type: 'monthly', price_paise: 49_900 })
  await enter(context, buys, url)
  const mine = visit(url, await signIn(url, buys.email, buys.password))
  const credits = async () => (await done(mine.call('GET', '/api/v1/credits'))).balance_paise
  const run = async (text: string) => {
    await page.getByRole('textbox', { name: 'Your text' }).fill(text)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }

  await test.step('without credits the run is refused, with one button', async () => {
    await page.goto(`/agent/${perRun}`)
    await expect(page.getByText('A run costs ₹12.50; you have ₹0 credits').first()).toBeVisible()
    await run('hello')
    await expect(page.getByRole('alert').getByText(/don’t have enough credits/)).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Top up credits' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue with ₹500' }).click()
    await payInTestGateway(page)
    expect(await credits()).toBe(50_000)
    await page.getByRole('link', { name: 'Back to the agent' }).click()
    await expect(page).toHaveURL(new RegExp(`/agent/${perRun}$`))
  })

  await test.step('a run that works is charged', async () => {
    await expect(page.getByText('You have ₹500 of credits')).toBeVisible()
    await run('hello')
    await expect(page.locator('[data-run="succeeded"]').getByText('₹12.50 charged')).toBeVisible()
    await expect(page.getByText('You have ₹487.50 of credits')).toBeVisible()
    // Without a reload.
    await expect(page.getByRole('region', { name: 'Spending' })).toContainText(/This month\s*₹12\.50/)
    expect(await credits()).toBe(48_750)
  })

  await test.step('one that fails is free', async () => {
    await run('fail')
    await expect(page.locator('[data-run="failed"]').getByText('Free: failed')).toBeVisible()
    expect(await credits()).toBe(48_750)
  })

  await test.step('a cap is set where it matters, and holds', async () => {
    await page.getByRole('complementary', { name: 'Price' }).getByRole('button', { name: 'Change limits' }).click()
    const form = page.getByRole('dialog').getByRole('form', { name: 'Spending limits' })
    await form.getByLabel('Maximum per day (₹)').fill('abc')
    await form.getByRole('button', { name: 'Save limits' }).click()
    await expect(form.getByText('Enter an amount above ₹0, such as 500 or 12.50')).toBeVisible()
    // Nothing is no cap that holds, and must never become none at all.
    await form.getByLabel('Maximum per day (₹)').fill('0')
    await form.getByRole('button', { name: 'Save limits' }).click()
    await expect(form.getByText('Enter an amount above ₹0')).toBeVisible()
    await form.getByLabel('Maximum per day (₹)').fill('20')
    await form.getByRole('button', { name: 'Save limits' }).click()
    await expect.poll(async () => (await done(mine.call('GET', '/api/v1/credits'))).day_cap_paise).toBe(2_000)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Spending limits: ₹20 per day')).toBeVisible()
    await run('again')
    await expect(page.getByRole('alert').getByText(/Your limit for a day is ₹20/)).toBeVisible()
    await expect(page.getByRole('alert').getByRole('link', { name: 'Change limits' })).toBeVisible()
  })

  await test.step('the statement tells all of it, and the history what each run cost', async () => {
    await openInApp(page, '/subscription?tab=credits')
    const table = page.getByRole('table', { name: 'Credit statement' })
    await expect(table.getByRole('row')).toHaveCount(5)
    await expect(table.getByText('Refunded: it failed')).toBeVisible()
    await expect(table.getByText('Charged', { exact: true })).toBeVisible()
    await expect(table.getByText('Top-up')).toBeVisible()
    await openInApp(page, '/my-workflows')
    await expect(page.getByRole('cell', { name: '₹12.50' })).toHaveCount(1)
  })

  await test.step('a month is bought and then runs', async () => {
    await openInApp(page, `/agent/${monthly}`)
    await page.getByRole('button', { name: 'Buy one month for ₹499' }).click()
    await payInTestGateway(page)
    await page.getByRole('link', { name: `Open Monthly ${unique}` }).click()
    await expect(page).toHaveURL(new RegExp(`/agent/${monthly}$`))
    await expect(page.getByText(/^Version 1 is yours until \d/)).toBeVisible()
    await run('hello')
    await expect(page.locator('[data-run="succeeded"]').getByText('Included in your purchase')).toBeVisible()
    expect(await credits()).toBe(48_750)
  })

  await test.step('what was bought has a service slot, although the only one of the free plan is taken', async () => {
    await done(mine.call('POST', '/api/v1/services', { agent_id: perRun }))
    await page.getByRole('button', { name: 'Add to My AI Services' }).click()
    await expect(page).toHaveURL(/\/my-ai-services\/[^/]+$/)
    await openInApp(page, '/subscription')
    await expect(page.getByText('Plus 1 service included with agents you bought.')).toBeVisible()
  })

  await test.step('billing begins with what is not paid, and says what each day and agent cost', async () => {
    const order = {
      buying: { purpose: 'credits', subject: { paise: 100_000 } },
      billing: { name: 'Asha Rao', state_code: '29' },
      expected_paise: 100_000,
      idempotency_key: crypto.randomUUID(),
    }
    await done(mine.call('POST', '/api/v1/payments/create-order', order))
    await page.goto('/subscription')
    const spending = page.getByRole('region', { name: 'Spending by day' })
    await expect(spending).toContainText(`Echo ${unique}, without a service`)
    await expect(spending).toContainText('₹12.50 more than in the 30 days before')
    await spending.getByText('7 days').click()
    await expect(spending).toContainText('₹12.50 more than in the 7 days before')
    const due = page.getByRole('region', { name: '₹1,000 not paid yet: Credits' })
    await expect(due).toContainText(/Ordered on \d+ [A-Z][a-z]+ 20\d\d\./)
    await expectSoundInEveryLook(page)
    await due.getByRole('button', { name: 'Pay ₹1,000' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
