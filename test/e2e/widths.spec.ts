/** Layouts at widths between a phone and a wide window. */
import { expect, type Locator } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { SMALL } from '#test/support/graphs.ts'
import { enter, person, sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const height = 860

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not shown')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the button of the next step on the dashboard stays within its card', async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  await enter(context, await person(context, 'basic_user', url), url)
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Three steps to your first agent' }).getByRole('listitem').first()
  for (const width of [768, 780, 1024, 1100]) {
    await page.setViewportSize({ width, height })
    const [outer, button] = [await boxOf(card), await boxOf(card.getByRole('link'))]
    expect(button.right, `its right edge at ${width} px`).toBeLessThanOrEqual(outer.right)
    expect(button.bottom, `its lower edge at ${width} px`).toBeLessThanOrEqual(outer.bottom)
  }
})

test('workflows that are live, sold and often run still have room for their names', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL)
  const name = 'Reads every invoice of the month and tells accounts what does not add up'
  const id = await mine.workflow(name, SMALL)
  const { revision: base_revision } = await done(mine.call('GET', `/api/v1/workflows/${id}`))
  await done(mine.call('POST', `/api/v1/workflows/${id}/publish`, { base_revision }))
  await done(mine.call('POST', '/api/v1/agents', { workflow_id: id, name, tagline: 'Reads invoices.' }))
  for (let run = 0; run < 5; run += 1) await mine.run({ workflow_id: id }, {}, 10_000)
  await page.goto('/workflows')
  const link = page.getByRole('table', { name: 'Workflows' }).getByRole('link', { name })
  for (const width of [800, 1024, 1280]) {
    await page.setViewportSize({ width, height })
    expect((await boxOf(link)).width, `the name at ${width} px`).toBeGreaterThanOrEqual(200)
  }
})
