/** What the bar and the list of the designer show: the name, the versions, how each step went. */
import { expect, test } from '@playwright/test'
import { opened } from '#test/support/designer.ts'
import { SMALL } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

test('a workflow is renamed in place, and what is typed is no command', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL, { name: 'Draft 1' })
  const name = async () => (await mine.call('GET', `/api/v1/workflows/${canvas.id}`)).data.name
  await page.getByRole('button', { name: /rename workflow$/ }).click()
  await page.keyboard.type('Order triage')
  await page.keyboard.press('Enter')
  await expect.poll(name).toBe('Order triage')
  await expect(page).toHaveTitle(/^Order triage/)
  await expect(page.getByRole('button', { name: /rename workflow$/ })).toBeFocused()
  await page.locator('.react-flow').focus()
  await canvas.press('F2')
  await page.keyboard.type('Something else')
  await canvas.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order triage')
  expect(await name()).toBe('Order triage')
  expect((await canvas.stored()).nodes).toHaveLength(SMALL.nodes.length)
})

test('after a run, the list says of each step how it went, in its row', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(canvas.state('second')).toHaveAttribute('data-state', 'succeeded')
  await page.locator('.react-flow').focus()
  await canvas.press('l')
  for (const id of ['start', 'first', 'second']) {
    const row = page.locator(`[data-row="${id}"]`)
    const [around, inside] = await Promise.all([row.boundingBox(), row.locator('span[data-state]').boundingBox()])
    if (!around || !inside) throw new Error(`There is no state in the row of ${id}`)
    expect(inside.y).toBeGreaterThanOrEqual(around.y)
    expect(inside.y + inside.height).toBeLessThanOrEqual(around.y + around.height)
  }
})

test('the bar says which version is live in words, and the first one is version 1 after any number of tests', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL)
  const run = page.getByRole('button', { name: 'Run', exact: true })
  await run.click()
  await expect(canvas.state('second')).toHaveAttribute('data-state', 'succeeded')
  await canvas.card('loose').click()
  await canvas.press('Delete')
  await expect.poll(canvas.ids).not.toContain('loose')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  const versions = page.getByRole('button', { name: /^Versions: / })
  await expect(versions).toContainText('Version 1 is live')
  await canvas.card('second').click()
  await canvas.press('d')
  await expect(versions.locator('[aria-hidden]').last()).toHaveText('Version 1 · 1 change')
})
