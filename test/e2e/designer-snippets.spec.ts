/** Snippets: kept with the mouse, inserted with the keyboard, a newer version offered with its difference, taken, undone, managed. */
import { expect, type Page } from '@playwright/test'
import type { Group, WorkflowDocument } from '#graph/document.ts'
import { axe, test } from '#test/support/browser.ts'
import { type Designer, opened } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'

const NOBODYS = '0195c0de-0000-7000-8000-000000000001'
const GRAPH = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('rate', 'set_fields', 'Rate', { fields: [{ name: 'gst', value: 18 }] }, 304),
    node(
      'letter',
      'set_fields',
      'Letter',
      { json: 'Tax in Mumbai: {{ $nodes.rate.gst & " in Mumbai" }} sk-abcdefghijklmnopqrstuvwxyz123456' },
      608,
    ),
  ],
  [edge('start', 'rate'), edge('rate', 'letter')],
)
const OTHER = graph(
  [node('begin', 'manual_trigger', 'Begin'), node('rate', 'set_fields', 'Another rate', { json: '{}' }, 304)],
  [edge('begin', 'rate')],
)

const snippets = async (mine: Visit) => (await mine.call('GET', '/api/v1/snippets')).data.items
const dialog = (page: Page) => page.getByRole('dialog')
const groupOf = ({ groups }: WorkflowDocument) => groups[0] as Group
const config = async (canvas: Designer, id: string) => (await canvas.get(id))?.config as object | undefined

async function asks(page: Page, title: string, setting: RegExp, label: string, part?: string): Promise<void> {
  const fields = dialog(page)
    .locator('details')
    .filter({ has: page.getByText(title, { exact: true }) })
  if ((await fields.getAttribute('open')) === null) await fields.locator('summary').click()
  await fields.getByRole('checkbox', { name: setting }).check()
  await fields.getByLabel('Question').last().fill(label)
  if (part !== undefined) await fields.getByLabel('Only this part of the text').last().fill(part)
}

test('the trigger is left out of a snippet although the check of the workflow arrives late', async ({
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const code = Promise.withResolvers<void>()
  await page.context().route('**/assets/analysis.worker-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const canvas = await opened(page, mine, GRAPH, { name: 'Late' })
  await canvas.press('Control+a')
  await page.getByRole('button', { name: 'Save as snippet...' }).click()
  await expect(dialog(page)).toBeVisible()
  code.resolve()
  await expect(dialog(page)).toContainText('The trigger isn’t included.')
})

test('a part of a workflow is kept, inserted, changed and updated', async ({ page, baseURL }) => {
  test.slow()
  const { mine } = await sellerOn(page.context(), baseURL)
  const first = await opened(page, mine, GRAPH, { name: 'First' })

  await test.step('kept with the mouse: what starts it stays behind, secrets too, and two values are asked', async () => {
    await first.press('Control+a')
    await page.getByRole('button', { name: 'Save as snippet...' }).click()
    await expect(dialog(page)).toContainText('The trigger isn’t included.')
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page)).toContainText('Name is required')
    await dialog(page).getByLabel('Name', { exact: true }).fill('<b>Tax</b>')
    await asks(page, 'Rate', /value/i, 'GST rate')
    await asks(page, 'Letter', /./, 'City', 'Mumbai')
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await first.said(/Kept “<b>Tax<\/b>”, version 1/)
    const [kept] = await snippets(mine)
    expect(kept).toMatchObject({ name: '<b>Tax</b>', version: 1, nodes: 2, inputs: 2 })
    const { data } = await mine.call('GET', `/api/v1/snippets/${kept.id}/versions/1`)
    expect(JSON.stringify(data)).not.toContain('sk-abcdefghijklmnopqrstuvwxyz123456')
  })

  const second = await opened(page, mine, OTHER, { name: 'Second' })
  await test.step('inserted with the keyboard from the list of nodes, behind the selected one, with values', async () => {
    await second.select('rate')
    await second.press('n')
    await page.getByRole('combobox').fill('tax')
    await expect(page.getByRole('option').first()).toContainText('<b>Tax</b>')
    await second.press('Enter')
    await dialog(page).getByLabel('GST rate').fill('five')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Enter a number')
    await dialog(page).getByLabel('GST rate').fill('5')
    await dialog(page).getByLabel('City').fill('Pune "West"')
    await page.keyboard.press('Enter')
    await second.holds(['begin>rate', 'rate>rate_2', 'rate_2>letter'])
    expect(await config(second, 'rate_2')).toMatchObject({ fields: [{ name: 'gst', value: 5 }] })
    expect(JSON.stringify(await config(second, 'letter'))).toContain('Pune')
    expect(groupOf(await second.stored())).toMatchObject({
      title: '<b>Tax</b>',
      nodes: ['rate_2', 'letter'],
      snippet: {
        version: 1,
        inputs: { gst_rate: 5, city: 'Pune "West"' },
        nodes: { rate_2: 'rate', letter: 'letter' },
      },
    })
  })

  await test.step('a new version is made of the inserted group itself', async () => {
    // What was inserted may reach beyond the picture, and only what is seen is drawn.
    await page.locator('.react-flow').focus()
    await second.press('1')
    await second.select('rate_2', 'letter')
    await second.press('Alt+k')
    await expect(dialog(page).getByLabel('Save as')).not.toHaveValue('')
    await expect(dialog(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await second.said(/version 2/)
    await expect.poll(async () => groupOf(await second.stored()).snippet?.version).toBe(2)
  })

  await test.step('elsewhere a newer version is offered with its difference, taken, and undone', async () => {
    const [kept] = await snippets(mine)
    const { data } = await mine.call('GET', `/api/v1/snippets/${kept.id}/versions/2`)
    const grown = {
      ...data.content,
      nodes: [...data.content.nodes, node('check', 'set_fields', 'Check', { json: '{{ $nodes.rate.gst }}' }, 912)],
      edges: [...data.content.edges, edge('letter', 'check')],
    }
    expect((await mine.call('POST', `/api/v1/snippets/${kept.id}/versions`, { content: grown })).status).toBe(200)
    await page.reload()
    const mark = page.getByRole('button', { name: /From “<b>Tax<\/b>”, version 2: version 3 is there/ })
    await mark.click()
    await expect(dialog(page)).toContainText('What changes')
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Check' }).first()).toContainText('Added')
    expect(await axe(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Update', exact: true }).click()
    await second.holds(['begin>rate', 'letter>check', 'rate>rate_2', 'rate_2>letter'])
    expect(await config(second, 'check')).toMatchObject({ json: '{{ $nodes.rate_2.gst }}' })
    expect(groupOf(await second.stored()).snippet).toMatchObject({ version: 3, inputs: { gst_rate: 5 } })
    await page.locator('.react-flow').focus()
    await second.press('Control+z')
    await second.holds(['begin>rate', 'rate>rate_2', 'rate_2>letter'])
  })

  await test.step('the library renames and deletes; what was inserted stays and says so', async () => {
    await page.locator('.react-flow').focus()
    await second.press('Alt+i')
    await dialog(page)
      .getByRole('button', { name: /^Rename/ })
      .click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('Tax')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('heading', { name: 'Tax', exact: true })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Delete Tax' }).press('Enter')
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(dialog(page)).toContainText('No snippets yet')
    expect(await snippets(mine)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'From a snippet, version 2' }).click()
    await expect(dialog(page)).toContainText('isn’t in your library')
    await dialog(page).getByRole('button', { name: 'Detach' }).click()
    await expect.poll(async () => groupOf(await second.stored()).snippet ?? null).toBeNull()
    expect(await second.ids()).toEqual(['begin', 'letter', 'rate', 'rate_2'])
  })
})

test('a pin on the last card of a group leaves the buttons of the group free', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const snippet = { id: NOBODYS, version: 1, inputs: {}, nodes: {} }
  const grouped = { ...GRAPH, groups: [{ id: 'g', title: 'Tax', nodes: ['rate', 'letter'], snippet }] }
  const canvas = await opened(page, mine, grouped)
  for (const node_id of ['rate', 'letter'])
    await mine.call('POST', `/api/v1/workflows/${canvas.id}/comments`, { text: `On ${node_id}`, node_id })
  await page.reload()
  await expect(page.getByRole('button', { name: /^1 comment on/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'From a snippet, version 1' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Collapse Tax' }).click()
  await expect.poll(async () => groupOf(await canvas.stored()).collapsed).toBe(true)
  await expect(page.getByRole('button', { name: '2 comments on Tax' })).toBeVisible()
  await page.getByRole('button', { name: 'Expand Tax' }).click()
  await page.getByRole('button', { name: 'Ungroup Tax' }).click()
  await expect.poll(async () => (await canvas.stored()).groups).toEqual([])
})
