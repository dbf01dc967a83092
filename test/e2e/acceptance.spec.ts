/** "Charged only when accepted" in the browser: offered by a seller, decided on a run, in a batch and in the review queue, and seen by the seller. */
import { expect, test } from '@playwright/test'
import { expectSoundInEveryLook, openInApp } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { enter, person, superAdmin } from '#test/support/people.ts'
import { done, signIn, visit } from '#test/support/visit.ts'

/** One finding for each text. */
const document = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('end', 'code', {
      source: `return { view: 'codes', codes: [{ code: 'I10', description: input.text, assertion: 'present', confidence: 0.8, evidence: [] }] }`,
    }),
  ],
  wires('ask > end'),
)
const LISTED = {
  tagline: 'Finds a code',
  description: 'Finds one code in each text.',
  category: 'finance',
  price_type: 'per_run',
  price_paise: 1_250,
  trial_runs: 0,
  samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
}

test('a buyer pays for what they accept: one run, a batch, and a review', async ({ page, context, baseURL }) => {
  test.setTimeout(180_000)
  const url = baseURL ?? ''
  const [sells, buys] = [await person(context, 'seller', url), await person(context, 'basic_user', url)]
  const seller = visit(url, await signIn(url, sells.email, sells.password))
  const unique = sells.email.split('@')[0] ?? ''
  const slug = await putOnSale({
    ...{ seller, admin: await superAdmin(url), document },
    ...{ name: `Coder ${unique}`, listing: LISTED },
  })
  const { id: agent } = await done(seller.call('GET', `/api/v1/agents/${slug}`))

  await test.step('the seller turns it on, for three days unless they choose otherwise', async () => {
    await enter(context, sells, url)
    await page.goto(`/seller/agents/${agent}`)
    await page.getByRole('switch', { name: 'Charged only when accepted' }).click()
    await expect(page.getByLabel('Time to decide')).toHaveValue('3')
    await page.getByLabel('Time to decide').selectOption('5')
    await expect.poll(async () => (await done(seller.call('GET', `/api/v1/agents/${slug}`))).accept_days).toBe(5)
    await expectSoundInEveryLook(page)
  })

  await enter(context, buys, url)
  const mine = visit(url, await signIn(url, buys.email, buys.password))
  const me = (await done(mine.call('GET', '/api/v1/users/me'))).id
  const database = await joinE2eDatabase(url)
  await giveCredits(database, me, 50_000).finally(() => database.drop())
  const credits = async () => {
    const { balance_paise, held_paise } = await done(mine.call('GET', '/api/v1/credits'))
    return [balance_paise, held_paise]
  }
  const panel = page.getByRole('region', { name: 'Acceptance' })

  await test.step('the price says so, a run holds it, and a rejection by key gives it back', async () => {
    await page.goto(`/agent/${slug}`)
    await expect(page.getByText(/^Charged only when accepted: you have 5 days/).first()).toBeVisible()
    await expect(page.getByText(/credits, charged only when you accept the result/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Your text' }).fill('hello')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(panel).toContainText('₹12.50 is reserved until you decide')
    expect(await credits()).toEqual([48_750, 1_250])
    await page.getByRole('link', { name: 'Open run' }).click()
    await expect(panel).toBeVisible()
    await expectSoundInEveryLook(page)
    await page.keyboard.press('Shift+R')
    const dialog = page.getByRole('dialog', { name: 'Reject this result?' })
    await dialog.getByLabel('Reason').selectOption('incomplete')
    await dialog.getByLabel('What was wrong?').fill('The second code is missing')
    await dialog.getByRole('button', { name: 'Reject and pay nothing' }).click()
    await expect(panel).toContainText('Rejected, not charged')
    expect(await credits()).toEqual([50_000, 0])
  })

  await test.step('a rejected result can be accepted after all', async () => {
    await page.keyboard.press('Shift+A')
    await expect(panel).toContainText('Accepted. ₹12.50 charged.')
    expect(await credits()).toEqual([48_750, 0])
  })

  await test.step('a batch costs what is accepted: by row, and all that is left', async () => {
    const service = await done(mine.call('POST', '/api/v1/services', { agent_id: agent }))
    const items = ['one', 'two', 'three', 'four'].map((text) => ({ name: text, input: { text } }))
    const batch = await done(mine.call('POST', '/api/v1/batches', { service_id: service.id, items }))
    await openInApp(page, `/batches/${batch.id}`)
    const table = page.getByRole('table', { name: 'Documents of the batch' })
    await expect(page.getByText('4 results wait for acceptance (₹50)')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Finished', { exact: true })).toBeVisible()
    await expectSoundInEveryLook(page)
    await table.getByRole('button', { name: 'Reject two' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject and pay nothing' }).click()
    await expect(table.getByText('Rejected, not charged')).toBeVisible()
    await table.getByRole('button', { name: 'Accept one' }).click()
    await expect(table.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(page.getByText('2 results wait for acceptance (₹25)')).toBeVisible()
    await page.getByRole('button', { name: 'Accept all that wait' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept and pay ₹25' }).click()
    await expect(page.getByText('Every result is decided')).toBeVisible()
    expect((await done(mine.call('GET', `/api/v1/batches/${batch.id}`))).spent_paise).toBe(3 * 1_250)
    expect(await credits()).toEqual([48_750 - 3 * 1_250, 0])
  })

  await test.step('a sign-off in the review queue accepts, and so does a key; billing lists what waits', async () => {
    const start = async (text: string) =>
      (await done(mine.call('POST', '/api/v1/workflows/execute', { agent_id: agent, input: { text }, wait_ms: 5000 })))
        .execution_id as string
    const [signed, pressed] = [await start('sign me'), await start('press me')]
    await openInApp(page, '/subscription?tab=credits')
    await expect(page.getByRole('table', { name: /^Results that wait for acceptance/ }).getByRole('row')).toHaveCount(3)
    await expect(page.getByText('₹25 of it until you accept results')).toBeVisible()
    await expectSoundInEveryLook(page)
    await openInApp(page, `/review?open=${pressed}`)
    await expect(panel).toContainText('₹12.50 is reserved until you decide')
    await page.keyboard.press('Shift+A')
    await expect(panel).toContainText('Accepted. ₹12.50 charged.')
    await openInApp(page, `/review?open=${signed}`)
    await expect(panel).toContainText('₹12.50 is reserved until you decide')
    await page.getByRole('button', { name: 'Sign off', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign off' }).click()
    await expect.poll(credits).toEqual([48_750 - 5 * 1_250, 0])
  })

  await test.step('the seller sees what waits next to the balance, and why results were rejected', async () => {
    await done(mine.call('POST', '/api/v1/workflows/execute', { agent_id: agent, input: { text: 'x' }, wait_ms: 5000 }))
    await enter(context, sells, url)
    await page.goto('/seller/overview')
    const seen = page.getByRole('region', { name: 'Charged only when accepted' })
    await expect(seen).toContainText('your share of 1 result')
    await expect(seen.getByRole('table')).toContainText(/5 days\s*1\s*6\s*1/)
    await expect(seen).toContainText('The result is wrong')
    await expectSoundInEveryLook(page)
  })
})
