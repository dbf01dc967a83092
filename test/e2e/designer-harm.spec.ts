/** What can go wrong with an open workflow: hostile text in every place of it, kinds of nodes that are gone, and its deletion. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { opened } from '#test/support/designer.ts'
import { edge, graph, node, SMALL } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

const SCRIPT = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>{{ $error('hit') }}`
const HIDING = `\u202eevil\u202c \u2066never ended ${'W'.repeat(70)}`

const HOSTILE = {
  ...graph(
    [
      node('start', 'manual_trigger', `Start ${SCRIPT.slice(0, 100)}`),
      node('first', 'set_fields', HIDING, { json: SCRIPT }, 304),
      node('way', 'switch', 'Way', { rules: [{ port: 'a"><b>', condition: 'true' }] }, 608),
      node('last', 'template', SCRIPT.slice(0, 110), { template: SCRIPT.repeat(20) }, 912),
    ],
    [edge('start', 'first'), edge('first', 'way')],
  ),
  notes: [
    {
      id: 'note',
      text: `# ${SCRIPT}\n\n[go](javascript:window.hit=1) ${'x'.repeat(500)}`,
      position: { x: 0, y: 240 },
      size: { width: 260, height: 160 },
      color: 'marigold' as const,
    },
  ],
  groups: [{ id: 'group', title: SCRIPT.slice(0, 80), nodes: ['first'], collapsed: false }],
}

const hits = (page: Page) => page.evaluate('window.hit ?? 0')

test('hostile text in titles, settings, notes, groups, comments and versions is text', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, HOSTILE as never, { name: SCRIPT.slice(0, 100) })
  await mine.call('POST', `/api/v1/workflows/${canvas.id}/comments`, { text: SCRIPT, node_id: 'first' })
  await test.step('on the canvas, in the settings and in the data', async () => {
    await expect(canvas.card('start')).toContainText('<img src=x')
    await canvas.card('first').dblclick()
    await expect(canvas.settings()).toBeVisible()
    await canvas.settings().getByLabel('Title of the node').fill(SCRIPT.slice(0, 60))
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    await canvas.press('Escape')
  })
  await test.step('in the list, the palette, the search and the comments', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('l')
    await expect(page.locator('[data-row="start"]')).toContainText('<img src=x')
    await canvas.press('l', 'Control+f')
    await page.getByRole('textbox', { name: 'Search for' }).fill('onerror')
    await expect(page.getByText(/places? in \d+ texts?/)).toBeVisible()
    await page.getByRole('button', { name: 'Close the search' }).click()
    await canvas.press('Control+k')
    await page.getByRole('combobox').fill('evil')
    await canvas.press('Escape')
    await page.locator('.react-flow').focus()
    await canvas.press('Shift+C')
    await expect(page.getByRole('complementary', { name: 'Comments' })).toContainText('<img src=x')
  })
  expect(await hits(page)).toBe(0)
  await expectSoundInEveryLook(page)
})

test('a kind of node that is gone says so, can be moved, replaced and deleted, and everything else works', async ({
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(
    page,
    mine,
    graph(
      [
        node('start', 'manual_trigger', 'Start'),
        node('gone', 'mind_reader', 'Read minds', { wish: 'anything' }, 304),
        node('future', 'set_fields', 'From the future', { json: '{}' }, 608, 0, 999),
        node('last', 'set_fields', 'Last', { json: '{{ $nodes.gone.thought }}' }, 912),
      ],
      [edge('start', 'gone'), edge('gone', 'future'), edge('future', 'last')],
    ),
  )
  await test.step('its card and its settings say what is wrong, and keep what was set', async () => {
    await expect(canvas.card('gone')).toContainText('Read minds')
    await canvas.card('gone').dblclick()
    await expect(canvas.settings('Read minds')).toContainText(
      'There is no kind of node “mind_reader” here. Its settings are kept',
    )
    expect((await canvas.get('gone'))?.config).toEqual({ wish: 'anything' })
    await canvas.press('Escape')
  })
  await test.step('what it takes to run is listed', async () => {
    await page.getByRole('button', { name: /to set up$/ }).click()
    const list = page.getByRole('complementary', { name: 'To set up' })
    await expect(list.getByRole('listitem').filter({ hasText: 'Read minds' })).toBeVisible()
    await expect(list.getByRole('listitem').filter({ hasText: 'From the future' })).toBeVisible()
    await list.getByRole('button', { name: /Close/ }).click()
  })
  await test.step('it is replaced by a kind that is there, keeping its wires, or taken away, and both are undone', async () => {
    await canvas.card('gone').click()
    await canvas.press('r')
    await page.getByRole('combobox').fill('Set fields')
    await expect(page.getByRole('option').first()).toBeVisible()
    await canvas.press('Enter')
    await expect.poll(async () => (await canvas.get('gone'))?.type).toBe('set_fields')
    await canvas.holds(['start>gone', 'gone>future', 'future>last'])
    await page.locator('.react-flow').focus()
    await canvas.press('Control+z')
    await expect.poll(async () => (await canvas.get('gone'))?.type).toBe('mind_reader')
    await canvas.card('future').click()
    await canvas.press('Delete')
    await canvas.holds(['start>gone', 'gone>last'])
  })
})

test('a workflow its owner deletes while another has it open becomes read-only there, with what was not saved', async ({
  page,
  browser,
  baseURL,
}) => {
  const { mine, url } = await sellerOn(page.context(), baseURL)
  const hers = await browser.newContext({ baseURL: url })
  const her = await sellerOn(hers, url)
  const id = await mine.workflow('Ours', SMALL)
  await mine.call('POST', `/api/v1/workflows/${id}/members`, { email: her.who.email, role: 'editor' })
  await her.mine.call('POST', `/api/v1/workflows/${id}/join`)
  const other = await hers.newPage()
  await other.goto(`/workflows/designer?workflow=${id}`)
  await other.locator('.react-flow__node[data-id="first"]').click()
  await other.route(/\/operations/, (route) => route.abort('connectionrefused'))
  await other.keyboard.press('d')
  await expect(other.getByText('Not saved yet').first()).toBeVisible()
  expect((await mine.call('PUT', `/api/v1/workflow-hub/${id}`, { archived: true })).status).toBe(200)
  await other.unroute(/\/operations/)
  await expect(other.getByText(/archived or deleted|no longer shared/).first()).toBeVisible({ timeout: 30_000 })
  await expect(other.getByRole('button', { name: 'Download with my changes' })).toBeVisible()
  await other.locator('.react-flow__node[data-id="second"]').click()
  await other.keyboard.press('Delete')
  await expect(other.locator('.react-flow__node[data-id="second"]')).toBeVisible()
  await hers.close()
})
