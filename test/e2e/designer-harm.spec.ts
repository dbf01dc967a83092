/** What can go wrong with an open workflow: hostile text in every place of it, kinds of nodes that are gone, and its deletion. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { fromMore, opened } from '#test/support/designer.ts'
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
    await canvas.settings().getByLabel('Node title').fill(SCRIPT.slice(0, 60))
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
    await page.getByRole('button', { name: 'Close search' }).click()
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
      'There’s no node type “mind_reader” here. Its settings are kept',
    )
    expect((await canvas.get('gone'))?.config).toEqual({ wish: 'anything' })
    await canvas.press('Escape')
  })
  await test.step('what it takes to run is listed', async () => {
    await page.getByRole('button', { name: /to set up$/ }).click()
    const list = page.getByRole('complementary', { name: 'Missing settings' })
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
  await expect(other.getByText('Not saved').first()).toBeVisible()
  expect((await mine.call('PUT', `/api/v1/workflow-hub/${id}`, { archived: true })).status).toBe(200)
  await other.unroute(/\/operations/)
  await expect(other.getByText(/archived or deleted|no longer shared/).first()).toBeVisible({ timeout: 30_000 })
  await expect(other.getByRole('button', { name: 'Download with my changes' })).toBeVisible()
  await other.locator('.react-flow__node[data-id="second"]').click()
  await other.keyboard.press('Delete')
  await expect(other.locator('.react-flow__node[data-id="second"]')).toBeVisible()
  await hers.close()
})

test('a node that nothing leads to is no hindrance; a person who may not change a workflow any more cannot run it and is told why', async ({
  page,
  browser,
  baseURL,
}) => {
  const { mine, url } = await sellerOn(page.context(), baseURL)
  const some = node('loose', 'http_request', 'Some day', {}, 304, 304)
  const loose = { ...SMALL, nodes: SMALL.nodes.map((each) => (each.id === 'loose' ? some : each)) }
  const canvas = await opened(page, mine, loose as never, { name: 'Ours' })
  await test.step('it is on the list and not run, and the workflow is ready, runs and is published without', async () => {
    await fromMore(page, 'Missing settings')
    const list = page.getByRole('complementary', { name: 'Missing settings' })
    await expect(list.getByRole('listitem')).toHaveText(/Some day.*Not connected: it won’t run/)
    await expect(list).toContainText('Ready to run')
    await list.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await canvas.said(/Ran the workflow; .*1 node not connected and not run/)
    await expect(canvas.state('loose')).toHaveText('Not run')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish workflow' })
    await expect(dialog).toContainText('Yes. Some steps are not connected.')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toBeHidden()
    const { data } = await mine.call('GET', `/api/v1/workflows/${canvas.id}/versions`)
    expect(data.publication).toMatchObject({ state: 'live', runs: 1 })
  })
  const hers = await browser.newContext({ baseURL: url })
  const her = await sellerOn(hers, url)
  const { email } = her.who
  const as = (role: string) => mine.call('POST', `/api/v1/workflows/${canvas.id}/members`, { email, role })
  await as('editor')
  await her.mine.call('POST', `/api/v1/workflows/${canvas.id}/join`)
  const { data: people } = await mine.call('GET', `/api/v1/workflows/${canvas.id}/members`)
  const she = people.members.find((one: { is_you: boolean }) => !one.is_you)
  const other = await hers.newPage()
  await other.goto(`/workflows/designer?workflow=${canvas.id}`)
  const title = other.getByLabel('Node title')
  const run = other.getByRole('button', { name: /^Run(?! up to here)/ })
  await test.step('a role that is lowered while she types: one change is counted, nothing is lost, and Run says why it is off', async () => {
    await other.locator('.react-flow__node[data-id="first"]').dblclick()
    await expect(run).toBeEnabled()
    await other.route(/\/operations/, (route) => route.abort('connectionrefused'))
    await title.click()
    await other.keyboard.press('End')
    await other.keyboard.type(' as she calls it', { delay: 120 })
    await expect(other.getByText(/Your change is kept|your change is kept/).first()).toBeVisible()
    const lowered = await mine.call('PUT', `/api/v1/workflows/${canvas.id}/members/${she.user_id}`, { role: 'viewer' })
    expect(lowered.status).toBe(200)
    await expect(run).toBeDisabled({ timeout: 20_000 })
    await expect(run).toContainText('You can view this workflow but not edit it.')
    await expect(title).toHaveValue(/ as she calls it$/)
    await expect(other.getByRole('button', { name: 'Download with my changes' })).toBeVisible()
  })
  await test.step('given back, she continues, and what she typed is saved', async () => {
    await other.unroute(/\/operations/)
    await mine.call('PUT', `/api/v1/workflows/${canvas.id}/members/${she.user_id}`, { role: 'editor' })
    await expect(run).toBeEnabled({ timeout: 20_000 })
    await expect.poll(async () => (await canvas.get('first'))?.title).toMatch(/ as she calls it$/)
  })
  await test.step('archived', async () => {
    await mine.call('PUT', `/api/v1/workflow-hub/${canvas.id}`, { archived: true })
    await expect(run).toBeDisabled({ timeout: 20_000 })
    await expect(run).toContainText('It was archived or deleted')
  })
  await hers.close()
})
