/** The hub of workflows: begin, find, rename, move, copy, archive and take back, templates and the workflows of agents. */
import { expect, type Page } from '@playwright/test'
import { axe, openInApp, test } from '#test/support/browser.ts'
import { edge, graph, node, SMALL } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const names = async (mine: Visit, query = '') =>
  ((await mine.call('GET', `/api/v1/workflow-hub${query}`)).data.items as { name: string }[])
    .map(({ name }) => name)
    .sort()

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('one keeps workflows in the hub', async ({ page, context }, info) => {
  test.slow()
  const { mine } = await sellerOn(context, info.project.use.baseURL)

  await test.step('the empty hub shows the ways to begin; a sentence finds the nearest templates', async () => {
    await page.goto('/workflows')
    await page.getByLabel('Describe what it should do').fill('sort my support tickets by priority')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Propose workflow' }).press('Enter')
    const found = page.getByRole('region', { name: 'Nearest templates' })
    await expect(found.getByRole('heading').first()).toHaveText('Sort the support inbox')
  })

  await test.step('a template is looked at before it is used, and its steps open without changing', async () => {
    await page.getByRole('link', { name: 'Sort the support inbox' }).click()
    await expect(page.getByRole('complementary', { name: 'About Sort the support inbox' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'View only' }).first()).toBeAttached()
    await page.getByRole('button', { name: 'Use template' }).click()
    await expect(page).toHaveURL(/\/workflows\/designer\?workflow=/)
    expect(await names(mine)).toEqual(['Sort the support inbox'])
  })

  await test.step('blank, with the keyboard', async () => {
    await openInApp(page, '/agents/create')
    await page.getByRole('button', { name: 'Start blank' }).press('Enter')
    await expect(page).toHaveURL(/\/workflows\/designer\?workflow=/)
    expect(await names(mine)).toEqual(['Sort the support inbox', 'Untitled workflow'])
  })

  await test.step('/workflows/designer without a workflow, /workflow-builder and /workflows are one hub', async () => {
    for (const path of ['/workflows/designer', '/workflow-builder', '/workflows']) {
      await openInApp(page, path)
      await expect(row(page, 'Untitled workflow')).toBeVisible()
    }
  })

  await test.step('renames', async () => {
    await choose(page, 'Untitled workflow', 'Rename')
    await page.getByLabel('Name', { exact: true }).fill('Orders')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Orders')).toBeVisible()
    expect(await names(mine)).toEqual(['Orders', 'Sort the support inbox'])
  })

  await test.step('duplicates', async () => {
    await choose(page, 'Orders', 'Duplicate')
    await expect(row(page, 'Orders (copy)')).toBeVisible()
  })

  await test.step('moves to a folder, filters by it and renames it', async () => {
    await choose(page, 'Orders', 'Move to a folder')
    await page.getByLabel('Folder', { exact: true }).last().fill('Shop')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('Shop')
    await expect(page).toHaveURL(/folder=Shop/)
    await expect(row(page, 'Orders (copy)')).toHaveCount(0)
    await page.getByRole('button', { name: 'Rename folder' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Web shop')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/folder=Web\+shop/)
    expect(await names(mine, '?folder=Web%20shop')).toEqual(['Orders'])
  })

  await test.step('searches', async () => {
    await openInApp(page, '/workflows')
    await page.getByLabel('Search workflows').fill('inbox')
    await expect(page).toHaveURL(/search=inbox/)
    await expect(row(page, 'Orders')).toHaveCount(0)
    await expect(row(page, 'Sort the support inbox')).toBeVisible()
  })

  await test.step('archives, undoes it, and takes out of the archive', async () => {
    await openInApp(page, '/workflows')
    await choose(page, 'Orders (copy)', 'Archive')
    await expect(row(page, 'Orders (copy)')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Orders (copy)')).toBeVisible()
    await choose(page, 'Orders (copy)', 'Archive')
    await page
      .getByRole('navigation', { name: 'Your workflows' })
      .getByRole('link', { name: /^Archive/ })
      .click()
    await choose(page, 'Orders (copy)', 'Unarchive')
    await expect(page.getByText('The archive is empty')).toBeVisible()
    expect(await names(mine)).toEqual(['Orders', 'Orders (copy)', 'Sort the support inbox'])
  })

  await test.step('several are chosen, with Shift a range, moved and archived together, and both are undone', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected workflows' })
    await page.goto('/workflows')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await expect(bar.getByRole('status')).toHaveText('3 selected')
    await bar.getByRole('button', { name: 'Move' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Folder', { exact: true }).fill('Old')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(mine, '?folder=Old')).toHaveLength(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => names(mine, '?folder=Web%20shop')).toEqual(['Orders'])
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await boxes.first().click()
    await boxes.last().click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: 'Archive' }).click()
    await expect.poll(() => names(mine)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => names(mine)).toHaveLength(3)
  })

  await test.step('out of the archive they are deleted for good, one and several, after one question', async () => {
    const caller = graph(
      [node('go', 'manual_trigger', 'Go'), node('call', 'sub_workflow', 'Call')],
      [edge('go', 'call')],
    )
    const ids = await Promise.all(['Old A', 'Old B', 'Old C'].map((name) => mine.workflow(name, SMALL)))
    caller.nodes[1] = { ...caller.nodes[1], config: { workflow_id: ids[0] ?? '' } } as (typeof caller.nodes)[number]
    await mine.workflow('Calls A', caller)
    for (const id of ids) await mine.call('PUT', `/api/v1/workflow-hub/${id}`, { archived: true })
    await page.goto('/workflows?view=archived')
    await choose(page, 'Old A', 'Delete...')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('This deletes 4 steps')
    await expect(dialog.getByRole('link', { name: 'Calls A' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Old A')).toBeVisible()
    await choose(page, 'Old A', 'Delete...')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(row(page, 'Old A')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await page
      .getByRole('toolbar', { name: 'Selected workflows' })
      .getByRole('button', { name: 'Delete...' })
      .press('Enter')
    await dialog.getByRole('button', { name: 'Delete 2' }).press('Enter')
    await expect(page.getByText('The archive is empty')).toBeVisible()
    expect(await names(mine, '?view=archived')).toEqual([])
    for (const id of ids) expect((await mine.call('DELETE', `/api/v1/workflow-hub/${id}`)).status).toBe(404)
    const [{ id = '' } = {}] = (await mine.call('GET', '/api/v1/workflow-hub?search=Calls%20A')).data.items
    await mine.call('PUT', `/api/v1/workflow-hub/${id}`, { archived: true })
    await mine.call('DELETE', `/api/v1/workflow-hub/${id}`)
  })

  await test.step('a row opens with Enter; looking changes nothing', async () => {
    await page.goto('/workflows')
    await row(page, 'Orders').press('Enter')
    await expect(page).toHaveURL(/\/workflows\/designer\?workflow=/)
    await openInApp(page, '/my-workflows?tab=own')
    await page.getByRole('link', { name: 'Sort the support inbox' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'View only' }).first()).toBeAttached()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByText(/^View only/)).toHaveCount(0)
  })

  await test.step('the workflow of an agent of the house is copied into one’s own', async () => {
    await openInApp(page, '/workflow-agents/icd10-coder')
    await page.getByRole('button', { name: 'Use as a starting point' }).click()
    await expect(page).toHaveURL(/\/workflows\/designer\?workflow=/)
    expect(await names(mine)).toContain('ICD-10-CM coder with evidence')
  })
})

test('a visitor looks at the workflow of an agent of the house', async ({ page }) => {
  await page.goto('/workflow-agents/icd10-coder')
  await expect(page.getByText('Code the diagnoses').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to copy it' })).toBeVisible()
})
