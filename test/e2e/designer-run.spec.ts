import { expect, type Page } from '@playwright/test'
import type { WorkflowDocument } from '#graph/document.ts'
import { test } from '#test/support/browser.ts'
import { type Designer, designer, fromMore, opened, still } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

const set = (id: string, title: string, fields: Record<string, unknown>, x: number, y = 0) =>
  node(id, 'set_fields', title, { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) }, x, y)

const INVOICES = [
  { number: 'A-1', total: 1200 },
  { number: 'A-2', total: 9900 },
]
const STEPS = graph(
  [
    node('start', 'manual_trigger', 'Start', {}, 0),
    set('invoices', 'Read invoices', { items: INVOICES }, 300),
    node('large', 'if', 'Any large', { condition: '{{ $max($nodes.invoices.items.total) > 5000 }}' }, 600),
    set('flag', 'Flag them', { flagged: '{{ $nodes.invoices.items[total > 5000].number }}' }, 900, -100),
    set('file', 'File them', { filed: true }, 900, 100),
  ],
  [edge('start', 'invoices'), edge('invoices', 'large'), edge('large', 'flag', 'true'), edge('large', 'file', 'false')],
)

interface Open extends Designer {
  /** The newest run, once there are so many and it has come so far. */
  newest: (count: number, status: string) => Promise<{ id: string }>
}

/** A seller's workflow, open in the designer. */
async function open(page: Page, url: string, document: WorkflowDocument): Promise<Open> {
  const { mine } = await sellerOn(page.context(), url)
  const it = await opened(page, mine, document, { name: 'Invoices' })
  const runs = async () => (await mine.call('GET', `/api/v1/executions?workflow_id=${it.id}`)).data
  const newest: Open['newest'] = async (count, status) => {
    await expect.poll(async () => (await runs()).total).toBe(count)
    await expect.poll(async () => (await runs()).items[0].status).toBe(status)
    return (await runs()).items[0]
  }
  return { ...it, newest }
}

/** What really ran in a run, by its rows. */
async function ranIn({ mine }: Open, id: string): Promise<string[]> {
  const { data } = await mine.call('GET', `/api/v1/executions/${id}`)
  return data.nodes
    .filter((row: { status: string; origin: string | null }) => row.status === 'succeeded' && row.origin === null)
    .map((row: { node_id: string }) => row.node_id)
}

test('a draft is run whole and in parts, by mouse and by keys, and its data is pinned', async ({ page, baseURL }) => {
  test.slow()
  const it = await open(page, String(baseURL), STEPS)
  const { card, state, newest } = it
  const run = page.getByRole('button', { name: 'Run', exact: true })
  const more = async (name: string | RegExp) => {
    await page.getByRole('button', { name: 'More run options' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await test.step('all of it by the button: states, counts, the way not taken', async () => {
    await expect(page.locator('[data-estimate="0"]')).toContainText('No estimate')
    await run.click()
    await newest(1, 'succeeded')
    // One object, whatever lists are inside it: only what a type declares as its list is counted.
    // Its duration, or that it is done when it took no whole millisecond.
    await expect(state('invoices')).toHaveText(/^(?:Done|\d+ ms)$/)
    await expect(state('flag')).toHaveAttribute('data-state', 'succeeded')
    await expect(state('file')).toHaveText('Not run')
    await expect(page.locator('[data-edge-count="large-file"]')).toHaveText('Not taken')
    await expect(page.locator('[data-edge-count="invoices-large"]')).toHaveText('1 item')
    await expect(page.locator('[data-estimate="1"]')).toBeVisible()
  })

  await test.step('all of it by Ctrl+Enter', async () => {
    await page.keyboard.press('Control+Enter')
    await newest(2, 'succeeded')
  })

  await test.step('one node by its key: what comes before it is from the run before, and said to be', async () => {
    await card('flag').click()
    await page.keyboard.press('Shift+R')
    const { id } = await newest(3, 'succeeded')
    expect(await ranIn(it, id)).toEqual(['flag'])
    await expect(page.getByText(/data of 3 nodes is from the run before/).first()).toBeAttached()
    await expect(state('invoices')).toHaveText('From an earlier run')
  })

  await test.step('from here by the menu of the node', async () => {
    await card('large').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Run from here/ }).click()
    const { id } = await newest(4, 'succeeded')
    expect(await ranIn(it, id)).toEqual(['large', 'flag'])
  })

  await test.step('until here by the menu of the button', async () => {
    await card('invoices').click()
    await more(/Run up to here/)
    const { id } = await newest(5, 'succeeded')
    expect(await ranIn(it, id)).toEqual(['start', 'invoices'])
    await expect(state('large')).toHaveText('Not run')
  })

  await test.step('pinned by P: the node is not run, and shows it', async () => {
    await card('invoices').click()
    await page.keyboard.press('p')
    await expect(state('invoices')).toContainText('Pinned')
    await page.keyboard.press('Control+Enter')
    const { id } = await newest(6, 'succeeded')
    expect(await ranIn(it, id)).not.toContain('invoices')
    await expect(state('invoices')).toHaveText('Pinned data used')
  })

  await test.step('written by hand, with a word on what is wrong; the way it goes follows', async () => {
    await card('invoices').dblclick()
    const panel = page.getByRole('complementary', { name: 'Data of Read invoices' })
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    await panel.getByRole('tab', { name: 'Output' }).click()
    await panel.getByRole('button', { name: 'Edit data' }).click()
    const text = page.getByLabel('Data as JSON')
    await text.fill('{"items": [{"total": }]}')
    await page.getByRole('button', { name: 'Pin data' }).click()
    await expect(page.getByText('This isn’t valid JSON: line 1, column 22')).toBeVisible()
    const bill = await it.mine.upload('bill.txt', 'text/plain', Buffer.from('Paid in full'))
    const file = { file_id: bill.data.id, name: 'bill.txt', mime: 'text/plain' }
    await text.fill(JSON.stringify({ items: [{ number: 'B-1', total: 5 }], note: 'Read twice', bill: file }))
    await page.getByRole('button', { name: 'Pin data' }).click()
    await expect(text).toBeHidden()
    await expect(panel.locator('[data-path="$nodes.invoices.items"]')).toContainText('1 entry')
    await page.keyboard.press('Control+Enter')
    const { id } = await newest(7, 'succeeded')
    expect(await ranIn(it, id)).toContain('file')
  })

  await test.step('the same data as a table, JSON, text and files, by the arrow keys and the mouse; each is searched', async () => {
    const panel = page.getByRole('complementary', { name: 'Data of Read invoices' })
    const search = panel.getByRole('searchbox', { name: 'Search data' })
    await panel.getByRole('radio', { name: 'Fields' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(panel.getByRole('columnheader')).toHaveText(['number', 'total'])
    await expect(panel.locator('[data-path="$nodes.invoices.items[0].total"]')).toHaveText('5')
    await page.keyboard.press('ArrowRight')
    await expect(panel.getByRole('region', { name: 'JSON of invoices' })).toContainText('"number": "B-1"')
    await search.fill('twice')
    await expect(panel.getByRole('region', { name: 'JSON of invoices' })).not.toContainText('B-1')
    await panel.getByText('Text', { exact: true }).click()
    await expect(panel.locator('[data-path="$nodes.invoices.note"]')).toContainText('Read twice')
    await expect(panel.locator('[data-path="$nodes.invoices.bill.name"]')).toHaveCount(0)
    await search.fill('')
    await panel.getByText('Files', { exact: true }).click()
    await panel.getByText('Preview').click()
    await expect(panel.getByText('Paid in full')).toBeVisible()
    await panel.getByText('Fields', { exact: true }).click()
  })

  await test.step('data carries the expression that reads it', async () => {
    const panel = page.getByRole('complementary', { name: 'Data of Read invoices' })
    const line = panel.locator('[data-path="$nodes.invoices.items"]')
    const carried = await line.evaluate((element) => {
      const data = new DataTransfer()
      element.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true }))
      return data.getData('application/x-chowk-path')
    })
    expect(carried).toBe('$nodes.invoices.items')
    await panel.getByRole('button', { name: 'Unpin' }).click()
    await expect(panel.getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
    expect((await it.mine.call('GET', `/api/v1/workflows/${it.id}/pins`)).data.items).toEqual([])
  })

  await test.step('the log is a tree that leads to its nodes', async () => {
    await fromMore(page, 'Show or hide the log')
    const log = page.getByRole('region', { name: 'Log', exact: true })
    await log.getByLabel('Filter by status').selectOption('skipped')
    await expect(log.getByRole('button', { name: 'Flag them' })).toBeVisible()
    await expect(log.getByRole('button', { name: 'Start' })).toBeHidden()
    await log.getByLabel('Filter by status').selectOption('')
    await log.getByRole('button', { name: 'File them' }).click()
    await expect(page.getByRole('complementary', { name: 'Settings of File them' })).toBeVisible()
  })
})

test('a run is cancelled by the key that began it, and a failed one is copied to the editor', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const it = await open(
    page,
    String(baseURL),
    graph(
      [
        node('start', 'manual_trigger', 'Start', {}, 0),
        set('invoices', 'Read invoices', { items: INVOICES }, 300),
        node('hold', 'wait', 'Hold', { seconds: 3600 }, 600),
        set('ledger', 'Post to the ledger', { done: "{{ $error('The ledger is closed') }}" }, 900),
      ],
      [edge('start', 'invoices'), edge('invoices', 'hold'), edge('hold', 'ledger')],
    ),
  )
  const { card, state, newest } = it

  await test.step('Ctrl+Enter runs and cancels', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    await expect(state('hold')).toContainText('Waiting until')
    await page.keyboard.press('Control+Enter')
    await newest(1, 'cancelled')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  })

  await test.step('the button cancels, too', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await newest(2, 'cancelled')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  })

  await test.step('a failure says why at its node and next to its settings', async () => {
    await card('hold').click()
    await page.keyboard.press('d')
    await page.keyboard.press('Control+Enter')
    await newest(3, 'failed')
    await expect(state('ledger')).toContainText('The ledger is closed')
    await card('ledger').dblclick()
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    // In the data of the node, and at the field it stopped at.
    await expect(page.getByRole('alert').filter({ hasText: 'The ledger is closed' })).toHaveCount(2)
    const failure = page.getByRole('alert').filter({ hasText: 'Details' })
    await expect(failure.getByRole('link', { name: 'Read how expressions work' })).toHaveAttribute(
      'href',
      '/docs/expressions',
    )
    await expect(failure.getByText('"node_id": "ledger"')).toBeHidden()
    await failure.getByText('Details').click()
    await expect(failure.getByText('"node_id": "ledger"')).toBeVisible()
  })

  await test.step('its address shows it read-only, until it is copied as pins', async () => {
    const failed = await newest(3, 'failed')
    await page.goto(`/workflows/designer?workflow=${it.id}&run=${failed.id}`)
    const banner = page.getByRole('region', { name: 'Past run' })
    await expect(banner).toContainText('It’s read-only.')
    await card('invoices').click()
    await page.keyboard.press('Delete')
    await expect(card('invoices')).toBeVisible()
    await banner.getByRole('button', { name: 'Copy to editor' }).click()
    await expect(banner).toBeHidden()
    await expect(page).not.toHaveURL(/run=/)
    await expect(state('invoices')).toContainText('Pinned')
    const { items } = (await it.mine.call('GET', `/api/v1/workflows/${it.id}/pins`)).data
    expect(items.map(({ node_id }: { node_id: string }) => node_id)).toContain('invoices')
  })

  await test.step('past runs are chosen from their list', async () => {
    await fromMore(page, 'Past runs')
    const list = page.getByRole('list', { name: 'Runs, newest first' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await list
      .getByRole('button', { name: /Cancelled/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Past run' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to editing' }).click()
    await expect(page.getByRole('region', { name: 'Past run' })).toBeHidden()
  })
})

test('a value in the middle is changed, what follows is run on it, and it is put back; a text stays open during a run', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const it = await open(page, String(baseURL), STEPS)
  const { card, state, newest } = it
  const pins = async () => (await it.mine.call('GET', `/api/v1/workflows/${it.id}/pins`)).data.items
  const output = async (id: string, node_id: string) =>
    (await it.mine.call('GET', `/api/v1/executions/${id}`)).data.nodes.find(
      (row: { node_id: string }) => row.node_id === node_id,
    )?.output
  const values = page.getByRole('region', { name: 'Values', exact: true })
  const line = (id: string) => values.locator(`[data-value="${id}"]`)
  await page.keyboard.press('Control+Enter')
  await newest(1, 'succeeded')

  await test.step('by its key: every value with where it is from; one is changed and only what follows runs', async () => {
    await page.keyboard.press('Shift+V')
    await expect(line('invoices')).toContainText('From the run on the canvas')
    await expect(values.getByRole('listitem').first()).toContainText('Start')
    await line('invoices').getByRole('button', { name: 'Edit what Read invoices gives' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Data as JSON').fill(JSON.stringify({ items: [{ number: 'B-1', total: 5 }] }))
    await page.getByRole('button', { name: 'Pin and run what follows' }).click()
    const { id } = await newest(2, 'succeeded')
    expect(await ranIn(it, id)).toEqual(['large', 'file'])
    await expect(line('invoices')).toContainText('Pinned, edited')
    await expect(line('invoices')).toContainText('B-1')
    await expect(state('file')).toHaveAttribute('data-state', 'succeeded')
  })

  await test.step('one is put back by the mouse: its output is there again, and what follows runs on that', async () => {
    await line('invoices').getByRole('button', { name: 'Restore what Read invoices gave' }).click()
    await expect(line('invoices')).toContainText('A-2')
    expect(await pins()).toMatchObject([{ node_id: 'invoices', output: { items: INVOICES }, before: null }])
    await line('invoices').getByRole('button', { name: 'Run what follows Read invoices' }).click()
    const { id } = await newest(3, 'succeeded')
    expect(await ranIn(it, id)).toEqual(['large', 'flag'])
    expect(await output(id, 'flag')).toEqual({ flagged: 'A-2' })
  })

  await test.step('changed twice, it goes back to the first; all by the menu of the canvas, one by its key', async () => {
    for (const total of [1, 2]) {
      await line('invoices').getByRole('button', { name: /^Edit/ }).click()
      await page.getByLabel('Data as JSON').fill(JSON.stringify({ items: [{ total }] }))
      await page.getByRole('button', { name: 'Pin data' }).click()
      await expect(page.getByLabel('Data as JSON')).toBeHidden()
    }
    await card('invoices').click()
    await page.keyboard.press('Shift+B')
    await expect.poll(pins).toMatchObject([{ output: { items: INVOICES }, before: null }])
    await line('large').getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('combobox', { name: 'Output', exact: true }).selectOption('false')
    await page.getByRole('button', { name: 'Pin data' }).click()
    await expect(values).toContainText('1 changed')
    await values.getByRole('button', { name: 'Restore all' }).click()
    await expect.poll(async () => (await pins()).map(({ port }: { port: string }) => port)).toEqual(['out', 'true'])
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 60, y: 60 } })
    await page.getByRole('menuitem', { name: 'Unpin all data' }).click()
    await expect.poll(pins).toEqual([])
    await page.keyboard.press('Escape')
    await values.getByRole('button', { name: 'Log', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Log', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Hide log' }).last().click()
  })

  const kept = page.getByRole('complementary', { name: 'Condition of Any large' })
  await test.step('a text is kept open by Alt T while others are selected and the run continues; what is written is kept', async () => {
    await card('large').click()
    await page.keyboard.press('Alt+t')
    await expect(kept.locator('.cm-content')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{{ $max($nodes.invoices.items.total) > 90000')
    await page.locator('.react-flow').focus()
    await page.keyboard.press('1')
    await card('file').click()
    await expect(kept).toBeVisible()
    await kept.getByRole('button', { name: 'Run all' }).click()
    const { id } = await newest(4, 'succeeded')
    expect(await ranIn(it, id)).toContain('file')
    await expect(kept.locator('[data-state]')).toHaveAttribute('data-state', 'succeeded')
    await expect(state('file')).toHaveAttribute('data-state', 'succeeded')
    await kept.locator('.cm-content').click()
    await page.keyboard.press('Alt+t')
    await expect(kept).toBeHidden()
    expect((await it.get('large'))?.config.condition).toContain('90000')
  })
  await test.step('and from its field, by the mouse; Escape closes it', async () => {
    await card('large').dblclick()
    await it.settings('Any large').getByText('Condition', { exact: true }).hover()
    await page.getByRole('button', { name: 'Keep Condition open next to the canvas' }).click()
    await expect(kept).toBeVisible()
    await expect(it.settings()).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(kept).toBeHidden()
  })

  await test.step('the palette finds nodes by @, pages and commands by /, workflows and runs by #', async () => {
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(text)
    }
    const options = page.getByRole('dialog').getByRole('option')
    await find('@flag')
    await expect(options).toHaveText([/Flag them/])
    await page.keyboard.press('Enter')
    await expect(it.settings('Flag them')).toBeVisible()
    await it.selected('flag')
    await find('/expressions')
    await expect(options.filter({ hasText: 'Build' })).toContainText('Expressions')
    await expect(options.filter({ hasText: 'Flag them' })).toHaveCount(0)
    await page.getByRole('combobox').fill('/api keys')
    await expect(options.first()).toContainText('API keys')
    await page.getByRole('button', { name: 'workflows, runs and agents' }).click()
    await page.keyboard.type('invoi')
    await expect(page.getByRole('group', { name: 'Workflows' }).getByRole('option')).toContainText('Invoices')
    await expect(page.getByRole('group', { name: 'Runs' }).getByRole('option').first()).toContainText('Invoices')
    await page.keyboard.press('Escape')
    await page.locator('.react-flow').focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Find a node in the open workflow')
  })
})

/** A branch, a loop over two invoices, and a step that fails after it. */
const LEDGER = graph(
  [
    node('start', 'manual_trigger', 'Start', {}, 0),
    set('invoices', 'Read invoices', { items: INVOICES }, 300),
    node('large', 'if', 'Any large', { condition: '{{ $max($nodes.invoices.items.total) > 5000 }}' }, 600),
    node('each', 'map', 'For each invoice', { items: '{{ $nodes.invoices.items }}' }, 900, -100),
    set('tax', 'Work out the tax', { tax: '{{ $item.total * 0.18 }}' }, 1200, -100),
    set('ledger', 'Post to the ledger', { done: "{{ $error('The ledger is closed') }}" }, 1500, 120),
    set('file', 'File them', { filed: true }, 900, 240),
  ],
  [
    edge('start', 'invoices'),
    edge('invoices', 'large'),
    edge('large', 'each', 'true'),
    edge('each', 'tax', 'item'),
    edge('each', 'ledger'),
    edge('large', 'file', 'false'),
  ],
)

test('the last run is on the cards of a workflow that is opened; what was edited since says nothing, and it is hidden and shown by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { mine, url } = await sellerOn(page.context(), baseURL)
  const id = await mine.workflow('Invoices', LEDGER)
  const { execution_id } = await mine.run({ workflow_id: id }, {}, 10_000)
  const canvas = designer(page, mine, id)
  const { card, state } = canvas
  const chip = page.getByRole('region', { name: 'Last run', exact: true })
  const show = page.getByRole('button', { name: 'Show last run' })
  const states = page.locator('.react-flow__node [data-state]')

  await test.step('without a press: how each step ended, what went over each connection, how many rounds', async () => {
    await page.goto(`/workflows/designer?workflow=${id}`)
    await page.locator('[data-canvas]').waitFor({ timeout: 30_000 })
    await expect(chip).toContainText(/Last run · .+ · version 1 · failed at “Post to the ledger”/)
    await still(page)
    await expect(state('invoices')).toHaveText(/^(?:Done|\d+ ms)$/)
    await expect(state('each')).toContainText('2 rounds')
    await expect(state('tax')).toContainText('2 times')
    await expect(state('ledger')).toContainText('The ledger is closed')
    await expect(state('file')).toHaveText('Not run')
    await expect(page.locator('[data-loop="each"]')).toContainText('1 step · 2 rounds')
    await expect(page.locator('[data-edge-count="each-tax"]')).toHaveText('2 items')
    await expect(page.locator('[data-edge-count="large-file"]')).toHaveText('Not taken')
    await expect(chip.getByRole('link', { name: 'Open run' })).toHaveAttribute('href', `/runs/${execution_id}`)
  })

  await test.step('by keyboard: to the step it failed at, hidden, still hidden after a reload, and shown', async () => {
    await chip.getByRole('button', { name: /^failed at/ }).focus()
    await page.keyboard.press('Enter')
    await canvas.selected('ledger')
    await page.keyboard.press('Shift+O')
    await expect(chip).toBeHidden()
    await expect(states).toHaveCount(0)
    await page.reload()
    await show.focus({ timeout: 30_000 })
    await expect(states).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(chip).toBeVisible()
    await expect(state('ledger')).toContainText('The ledger is closed')
    await chip.getByRole('button', { name: /^Hide last run/ }).click()
    await show.click()
    await expect(chip).toBeVisible()
  })

  await test.step('a step shows what it was given and what it gave', async () => {
    await card('large').dblclick()
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Data of Any large' })
    await expect(panel).toContainText(/Run of /)
    await expect(panel.locator('[data-path="$nodes.invoices.items"]')).toContainText('2 entries')
    await page.keyboard.press('Escape')
  })

  await test.step('a step that is edited says nothing of it, nor do the connections it gave to; the others do', async () => {
    await card('large').click()
    await page.keyboard.press('d')
    await expect(state('large')).toHaveCount(0)
    await expect(page.locator('[data-edge-count="large-each"]')).toHaveCount(0)
    await expect(state('invoices')).toHaveText(/^(?:Done|\d+ ms)$/)
    await page.keyboard.press('Control+z')
    await expect(state('large')).toHaveCount(1)
  })

  await test.step('who may see the workflow and not its runs gets nothing of them', async () => {
    const context = await browser.newContext()
    const other = await sellerOn(context, url)
    await mine.call('POST', `/api/v1/workflows/${id}/members`, { email: other.who.email, role: 'viewer' })
    await other.mine.call('POST', `/api/v1/workflows/${id}/join`)
    expect((await other.mine.call('GET', `/api/v1/executions?workflow_id=${id}`)).data.total).toBe(0)
    expect((await other.mine.call('GET', `/api/v1/executions/${execution_id}`)).status).toBe(404)
    const theirs = await context.newPage()
    const asked = theirs.waitForResponse((answer) => answer.url().includes('/api/v1/executions?'))
    await theirs.goto(`${url}/workflows/designer?workflow=${id}`)
    await theirs.locator('.react-flow__node').first().waitFor({ timeout: 30_000 })
    expect(JSON.stringify(await (await asked).json())).not.toContain(execution_id)
    await expect(theirs.locator('.react-flow__node [data-state]')).toHaveCount(0)
    await expect(theirs.getByRole('region', { name: 'Last run', exact: true })).toHaveCount(0)
    await context.close()
  })
})
