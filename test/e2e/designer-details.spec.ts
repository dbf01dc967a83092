/** Details of the designer that its other tests pass by: each done with the mouse and with the keys, the graph looked at behind it. */
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { choose, opened } from '#test/support/designer.ts'
import { edge, graph, large, node, SMALL } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

// Each walks through many steps on one page load.
test.setTimeout(120_000)

const ORDER = { total: '41', prices: [5, 120, 300], paid: 'yes' }
const DATA = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node(
      'order',
      'set_fields',
      'Order',
      { fields: Object.entries(ORDER).map(([name, value]) => ({ name, value })) },
      304,
    ),
    node('call', 'http_request', 'Call', { url: 'https://example.test' }, 608),
    node('words', 'replace_text', 'Words', { text: 'a', find: 'a', by: 'b' }, 912),
    node('dear', 'filter', 'Dear', { items: '{{ $nodes.order.prices }}', condition: '$ > 100' }, 1216),
  ],
  [edge('start', 'order'), edge('order', 'call'), edge('call', 'words'), edge('words', 'dear')],
)

const field = (panel: Locator, path: string) => panel.locator(`[data-path="${path}"]`)

test('data is let go on a field, and what does not fit is turned, by the mouse and by the keys', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1600, height: 1000 })
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, DATA)
  const panel = canvas.settings()
  const config = (id: string) => expect.poll(async () => (await canvas.get(id))?.config)
  const data = page.getByRole('complementary', { name: /^Data of/ })
  const from = (path: string) => data.locator(`[data-path="${path}"]`)

  await test.step('before a run the settings say that data is made up, and run what comes before', async () => {
    await canvas.card('call').dblclick()
    const url = field(panel, 'url')
    await url.getByRole('textbox').fill('{{ $nodes.order.total }}')
    await panel.getByRole('button', { name: 'Run previous nodes' }).click()
    await expect(canvas.state('order')).toHaveAttribute('data-state', 'succeeded')
    await expect(canvas.state('call')).not.toHaveAttribute('data-state', 'succeeded')
    await expect(panel.getByRole('button', { name: 'Run previous nodes' })).toHaveCount(0)
    await expect(url.getByRole('status').filter({ hasText: '41' })).toBeVisible()
  })

  await test.step('a text on a number: what reads it as one is offered and taken with the mouse, and undone', async () => {
    const limit = field(panel, 'timeout_ms')
    await from('$nodes.order.total').dragTo(limit)
    await config('call').toMatchObject({ timeout_ms: '{{ $nodes.order.total }}' })
    await expect(limit).toContainText('This field takes a number; this gives text.')
    await limit.getByRole('button', { name: 'Read as number' }).click()
    await config('call').toMatchObject({ timeout_ms: '{{ $number($nodes.order.total) }}' })
    await expect(limit).not.toContainText('This field takes a number')
    await expect(limit.getByRole('status').filter({ hasText: '41' })).toContainText('number')
    await page.locator('.react-flow').focus()
    await canvas.press('Control+z', 'Control+z')
    await config('call').not.toHaveProperty('timeout_ms')
    // The field shows what was undone, which is no edit of its own: it can be brought back.
    await canvas.press('Control+Shift+z', 'Control+Shift+z')
    await config('call').toMatchObject({ timeout_ms: '{{ $number($nodes.order.total) }}' })
    await canvas.press('Control+z', 'Control+z')
    await config('call').not.toHaveProperty('timeout_ms')
  })

  await test.step('the same by the keys: the value is chosen from the list, the converter pressed', async () => {
    const limit = field(panel, 'timeout_ms')
    await limit.getByRole('textbox').focus()
    await limit.getByRole('button', { name: 'Insert value into Time limit' }).press('Enter')
    await page.keyboard.type('order.prices')
    await page.keyboard.press('Enter')
    await config('call').toMatchObject({ timeout_ms: '{{ $nodes.order.prices }}' })
    await limit.getByRole('button', { name: 'Count the items' }).press('Enter')
    await config('call').toMatchObject({ timeout_ms: '{{ $count($nodes.order.prices) }}' })
    await expect(limit.getByRole('status').filter({ hasText: '3' })).toBeVisible()
  })

  await test.step('an empty list and a switch take what is let go on them, too', async () => {
    await from('$nodes.order.total').dragTo(field(panel, 'expected_status'))
    await config('call').toMatchObject({ expected_status: '{{ $nodes.order.total }}' })
    await field(panel, 'expected_status').getByRole('button', { name: 'Make a list' }).click()
    await config('call').toMatchObject({ expected_status: '{{ [$nodes.order.total] }}' })
    await canvas.press('Escape')
    await canvas.card('words').dblclick()
    const pattern = field(panel, 'is_pattern')
    await expect(pattern).toBeVisible()
    await page
      .getByRole('complementary', { name: 'Data of Words' })
      .getByText(/nodes? before that$/)
      .click()
    await from('$nodes.order.paid').first().dragTo(pattern)
    await pattern.getByRole('button', { name: 'Read as yes or no' }).press('Enter')
    await config('words').toMatchObject({ is_pattern: '{{ $boolean($nodes.order.paid) }}' })
  })

  await test.step('what is tried for each item of a list is looked at item by item', async () => {
    await canvas.press('Escape')
    await canvas.card('dear').dblclick()
    const condition = field(panel, 'condition')
    await expect(condition).toContainText('Item 1 of 3')
    // It reads nothing of what has not run.
    await expect(panel.getByRole('button', { name: 'Run previous nodes' })).toHaveCount(0)
    await expect(condition.getByRole('status')).toContainText('false')
    await condition.getByRole('button', { name: 'Next item' }).click()
    await expect(condition.getByRole('status')).toContainText('true')
    await condition.getByRole('button', { name: 'Next item' }).press('Enter')
    await expect(condition).toContainText('Item 3 of 3')
    await expect(condition.getByRole('button', { name: 'Next item' })).toBeDisabled()
  })

  await test.step('a condition is written in rows, all or any of which are true, or as an expression', async () => {
    const condition = field(panel, 'condition')
    await expect(condition.getByLabel('Value 1')).toHaveValue('$')
    await condition.getByLabel('Compared with 1').fill('4')
    await condition.getByRole('button', { name: 'Add a row to Condition' }).press('Enter')
    await condition.getByLabel('All or any of the rows').selectOption('OR')
    await condition.getByLabel('Value 2').fill('$index')
    await condition.getByLabel('Compared with 2').fill('0')
    await config('dear').toMatchObject({ condition: '$ > 4 or $index = 0' })
    await condition.getByRole('button', { name: 'Remove condition 1' }).click()
    await config('dear').toMatchObject({ condition: '$index = 0' })
    await condition.getByRole('button', { name: 'Write Condition as an expression' }).click()
    await expect(condition.locator('.cm-content')).toHaveText('$index = 0')
  })
})

test('selecting, snapping, groups and notes in their details', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1600, height: 1000 })
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL)
  const bar = page.getByRole('toolbar', { name: /selected/ })
  const chosen = page.locator('.react-flow__node-step.selected')
  const groups = async () => (await canvas.stored()).groups

  await test.step('Shift and the left arrow select what comes before; the menu does it, too', async () => {
    await canvas.card('second').click()
    await canvas.press('Shift+ArrowLeft')
    await expect(chosen).toHaveCount(3)
    await canvas.press('Escape')
    await canvas.card('second').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Select and view' }).click()
    await page.getByRole('menuitem', { name: /^Select everything before/ }).click()
    await expect(chosen).toHaveCount(3)
  })

  await test.step('a change is asked for of what is selected, by the bar and by its key', async () => {
    const wish = page.getByLabel('What should change?')
    await canvas.select('first', 'second')
    await bar.getByRole('button', { name: 'Request a change...' }).click()
    await expect(wish).toHaveValue('In “First” and “Second”: ')
    await canvas.press('Escape', 'Control+i')
    await expect(wish).toHaveValue('In “First” and “Second”: ')
    await canvas.press('Escape')
  })

  await test.step('nothing snaps once that is switched off, or while Alt is held', async () => {
    const drop = async () => {
      const [from, to] = [await canvas.middle('loose'), await canvas.middle('first')]
      await canvas.drag(from, { x: to.x + 3, y: from.y })
    }
    const x = async () => (await canvas.get('loose'))?.position.x ?? 0
    // Away from the line first, so that there is something to snap.
    await canvas.press('Escape', '1')
    const at = await canvas.middle('loose')
    await canvas.drag(at, { x: at.x + 70, y: at.y + 30 })
    await expect.poll(x).toBeGreaterThan(320)
    await page.keyboard.down('Alt')
    await drop()
    await page.keyboard.up('Alt')
    await expect.poll(x).toBeLessThan(320)
    expect(await x()).not.toBe(304)
    await canvas.press('Control+z', 'Shift+S')
    await canvas.said('Snapping off')
    await drop()
    await expect.poll(x).toBeLessThan(320)
    expect(await x()).not.toBe(304)
    await canvas.press('Control+z')
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 30, y: 200 } })
    await page.getByRole('menuitem', { name: 'Select and view' }).click()
    await page.getByRole('menuitem', { name: /^Snap to grid/ }).click()
    await canvas.said('Snapping on')
    await drop()
    await expect.poll(x).toBe(304)
  })

  await test.step('all groups are collapsed and expanded; a collapsed one refuses a second way in and says why', async () => {
    await canvas.select('first', 'second')
    await canvas.press('Control+g')
    await page.keyboard.type('Both')
    await canvas.press('Enter')
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 30, y: 200 } })
    await page.getByRole('menuitem', { name: 'Arrange and group' }).click()
    await page.getByRole('menuitem', { name: /^Collapse all groups/ }).click()
    await expect.poll(async () => (await groups())[0]?.collapsed).toBe(true)
    const before = await canvas.stored()
    // What is hidden in the group is not chosen any more once something else is.
    await canvas.card('loose').click()
    await expect(bar).toHaveCount(0)
    await canvas.press('c')
    await choose(page, 'Second')
    await canvas.said(/“Both” is collapsed: ways lead in to “First” and “Second”.*Expand it first/)
    expect((await canvas.stored()).edges).toEqual(before.edges)
    await page.locator('.react-flow').focus()
    await canvas.press('Control+k')
    await choose(page, 'Expand all groups')
    await expect.poll(async () => (await groups())[0]?.collapsed ?? false).toBe(false)
    await page.locator('.react-flow').focus()
    await canvas.card('loose').click()
    await canvas.press('c')
    await choose(page, 'Second')
    await canvas.holds(['first>second', 'loose>second', 'start>first'])
  })

  await test.step('a picture is pasted into a note and drawn; what is no picture is refused', async () => {
    await canvas.press('Escape', 'Escape', 'Shift+N')
    const text = page.getByRole('textbox', { name: /Note text/ })
    await text.fill('Where it stands:')
    await pasteFile(page, 'image/png', true)
    await expect(text).toHaveValue(/^Where it stands:\n!\[ward\]\(data:image\/webp;base64,/)
    await pasteFile(page, 'image/png', false)
    await canvas.said('This picture can’t be read.')
    await text.focus()
    await canvas.press('Escape')
    await expect(page.locator('.react-flow__node-note').getByRole('img', { name: 'ward' })).toBeVisible()
    const kept = async () => (await canvas.stored()).notes[0]?.text ?? ''
    await expect.poll(kept).toMatch(/^Where it stands:\n!\[ward\]/)
    expect((await kept()).length).toBeLessThan(20_000)
  })
})

/** Pastes a file into what has the focus: a drawing, or what only says it were one. */
async function pasteFile(page: Page, type: string, real: boolean): Promise<void> {
  await page.evaluate(
    async ([kind, isReal]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 })
      const brush = canvas.getContext('2d')
      for (let at = 0; at < 4000; at += 1) {
        if (brush) brush.fillStyle = `hsl(${at % 360} 80% 50%)`
        brush?.fillRect((at * 37) % 900, (at * 61) % 600, 30, 20)
      }
      const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, kind as string))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([isReal && drawn ? drawn : 'none'], 'ward.png', { type: kind as string }))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    [type, real] as const,
  )
}

test('data is made up, a failure is asked about, the log is taken along, a credential is exchanged', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1600, height: 1000 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { mine } = await sellerOn(context, baseURL)
  const made = async (name: string) =>
    (
      await mine.call('POST', '/api/v1/credentials', {
        type: 'bearer',
        name,
        fields: { token: `canary-${name}`, hosts: 'example.test' },
      })
    ).data.credential.id as string
  const [old, fresh] = [await made('Old'), await made('New')]
  const canvas = await opened(
    page,
    mine,
    graph(
      [
        node('start', 'manual_trigger', 'Start'),
        node('one', 'http_request', 'One', { url: 'https://example.test', credential: old }, 304),
        node('two', 'http_request', 'Two', { url: 'https://example.test', credential: old }, 608),
        node('stop', 'set_fields', 'Stop', { json: "{{ $error('The till is closed') }}" }, 912),
      ],
      [edge('start', 'one'), edge('one', 'two'), edge('two', 'stop')],
    ),
  )
  const data = page.getByRole('complementary', { name: /^Data of/ })

  await test.step('a credential is put in place of another everywhere, in one step', async () => {
    const used = async () => (await canvas.stored()).nodes.flatMap(({ config }) => config.credential ?? [])
    await page.locator('.react-flow').focus()
    await canvas.press('Control+f')
    const part = page.getByRole('region', { name: 'Replace everywhere' })
    await part.getByLabel('Credential or model in use').selectOption({ label: 'Old (2 places)' })
    await part.getByLabel('With').selectOption({ label: 'New' })
    await part.getByRole('button', { name: 'Replace' }).press('Enter')
    await expect.poll(used).toEqual([fresh, fresh])
    await page.getByRole('button', { name: /^Undo: / }).click()
    await expect.poll(used).toEqual([old, old])
    await page.getByRole('button', { name: 'Close search' }).click()
  })

  await test.step('what two nodes would give is made up, said to be, and only tests use it', async () => {
    for (const id of ['one', 'two']) {
      await canvas.card(id).dblclick()
      await data.getByRole('tab', { name: 'Output' }).click()
      await data.getByRole('button', { name: 'Mock data' }).press('Enter')
      await expect(data.getByText('Pinned mock data').first()).toBeVisible()
      await canvas.press('Escape', '1')
    }
    await expect(canvas.state('one')).toHaveText('Pinned mock data')
    const { items } = (await mine.call('GET', `/api/v1/workflows/${canvas.id}/pins`)).data
    expect(items.map(({ made_up }: { made_up: boolean }) => made_up)).toEqual([true, true])
  })

  await test.step('a failed node leads to a change asked for in its words', async () => {
    await canvas.press('Control+Enter')
    await expect(canvas.state('stop')).toContainText('The till is closed')
    await canvas.card('stop').dblclick()
    await data.getByRole('button', { name: 'Ask for a fix' }).click()
    await expect(page.getByLabel('What should change?')).toHaveValue(/^Mend “Stop”, which failed.*The till is closed/)
    await canvas.press('Escape')
  })

  await test.step('the log is searched, and copied as JSON', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('o')
    const log = page.getByRole('region', { name: 'Log', exact: true })
    await log.getByRole('searchbox', { name: 'Search log' }).fill('stop')
    await expect(log.getByRole('listitem')).toHaveCount(1)
    await log.getByRole('button', { name: 'Copy as JSON' }).press('Enter')
    await canvas.said('Log copied as JSON')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.stringify(JSON.parse(copied))).toContain('The till is closed')
  })
  for (const id of [old, fresh]) await mine.call('DELETE', `/api/v1/credentials/${id}?even_if_used=true`)
})

test('files of other products are refused with their product’s name, pasted or brought, and nothing changes', async ({
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL)
  const before = await canvas.stored()
  const flow = (type: string, data: object) => ({
    nodes: [{ id: 'a', type, position: { x: 0, y: 0 }, data }],
    edges: [],
  })
  const others = {
    Dify: 'app:\n  name: Letters\nkind: app\nversion: 0.1.5\nworkflow:\n  graph:\n    nodes: []\n',
    Sim: JSON.stringify({ version: '1.0', state: { blocks: { a: { type: 'agent' } }, edges: [] } }),
    Flowise: JSON.stringify(flow('customNode', { baseClasses: ['Tool'] })),
    Langflow: JSON.stringify({ data: flow('genericNode', { node: {} }) }),
  }
  for (const [name, text] of Object.entries(others)) {
    await canvas.paste(text)
    await canvas.said(`This is a workflow of ${name}. Only workflows of Chowk and n8n can be imported`)
  }
  expect(await canvas.stored()).toEqual(before)
  await page.goto('/my-workflows?tab=import')
  for (const [name, text] of Object.entries(others)) {
    await page.getByLabel('Or paste JSON').fill(text)
    await page.getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('alert')).toContainText(`This is a workflow of ${name}.`)
  }
})

test('connections stay when the picture is far away, and when one comes back', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, large(100))
  const edges = page.locator('.react-flow__edge')
  await expect(edges).toHaveCount(99)
  await test.step('in a window of a phone, and in a wide one again', async () => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 860 },
    ]) {
      await page.setViewportSize(size)
      await expect(edges).toHaveCount(99)
    }
  })
  await test.step('by the keys and the wheel, with cards that come into the picture there', async () => {
    await page.locator('.react-flow').focus()
    // The middle of the window is the middle of the workflow.
    await canvas.press('1')
    await canvas.press('0')
    await expect.poll(() => edges.count()).toBeLessThan(60)
    await canvas.press('-', '-', '-', '-', '-', '-', '-', '-')
    await expect(edges).toHaveCount(99)
    await canvas.press('0')
    await expect.poll(() => edges.count()).toBeLessThan(60)
    expect(await edges.count()).toBeGreaterThan(10)
    await canvas.press('1')
    await expect(edges).toHaveCount(99)
  })
})

/** Remembers what every card and connection was drawn with: drawn again, it holds other properties. As text: it runs in the page. */
const REMEMBER = `window.drawn = new Map([...document.querySelectorAll('.react-flow__node, .react-flow__node > *, .react-flow__edge')].map((one) =>
  [one, one[Object.keys(one).find((key) => key.startsWith('__reactProps'))]]))`
const AGAIN = `[...window.drawn].filter(([one, props]) =>
  one.isConnected && one[Object.keys(one).find((key) => key.startsWith('__reactProps'))] !== props)
  .map(([one]) => one.closest('[data-id]').dataset.id)`

for (const [sight, key] of [
  ['all in sight', '1'],
  ['to 100%', '0'],
] as const)
  test(`dragging one of 500 nodes draws no other again, ${sight}`, async ({ page, baseURL }) => {
    const { mine } = await sellerOn(page.context(), baseURL)
    const canvas = await opened(page, mine, large(500))
    await page.locator('.react-flow').focus()
    await canvas.press(key)
    await page.waitForTimeout(800)
    const id = await page.evaluate(`(() => {
      const middle = { x: innerWidth / 2, y: innerHeight / 2 }
      const far = (one) => { const b = one.getBoundingClientRect(); return Math.hypot(b.x - middle.x, b.y - middle.y) }
      return [...document.querySelectorAll('.react-flow__node-step')].sort((a, b) => far(a) - far(b))[0].dataset.id
    })()`)
    const { x, y } = await canvas.middle(String(id))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 6, y + 6, { steps: 3 })
    await page.evaluate(REMEMBER)
    const count = Number(await page.evaluate('window.drawn.size'))
    for (let step = 0; step < 30; step += 1) await page.mouse.move(x + step * 2, y + step)
    const own = (await canvas.stored()).edges.filter(({ from, to }) => from.node === id || to.node === id)
    const mayBe = [id, ...own.map((each) => each.id)]
    const dragged = (await page.evaluate(AGAIN)) as string[]
    expect(dragged).toContain(id)
    expect(dragged.filter((one) => !mayBe.includes(one))).toEqual([])
    await page.evaluate(REMEMBER)
    await page.mouse.up()
    await expect.poll(async () => (await canvas.get(String(id)))?.position.x).not.toBeUndefined()
    await page.waitForTimeout(500)
    const dropped = (await page.evaluate(AGAIN)) as string[]
    const others = dropped.filter((one) => !mayBe.includes(one))
    console.log(
      `${sight}: ${count} elements in the page, ${new Set(dragged).size} drawn again while dragged, ${new Set(others).size} others once let go`,
    )
    // Let go near another it may be wired to it: that connection is new, and nothing else.
    expect(others).toEqual([])
  })
