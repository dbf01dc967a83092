import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { EMPTY_DOCUMENT } from '#graph/document.ts'
import { axe, test } from '#test/support/browser.ts'
import { opened } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

const GRAPH = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('first', 'set_fields', 'First', { json: '{{ $input }}' }, 304, 40),
    node('second', 'set_fields', 'Second', { json: '{{ $nodes.first.a }}' }, 608),
    node(
      'send',
      'http_request',
      'Send',
      {
        url: 'https://example.test',
        headers: [{ name: 'Authorization', value: 'Bearer very-secret-token' }],
      },
      912,
      24,
    ),
  ],
  [edge('start', 'first'), edge('first', 'second'), edge('second', 'send')],
)

const FROM_N8N = {
  nodes: [
    { name: 'Go', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { name: 'Wait', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [200, 0], parameters: {} },
    {
      name: 'Call',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4,
      position: [400, 0],
      parameters: { url: 'https://example.test/n8n' },
    },
  ],
  connections: {
    Go: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] },
    Wait: { main: [[{ node: 'Call', type: 'main', index: 0 }]] },
  },
}

async function seller(page: Page, baseURL: string | undefined) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return sellerOn(page.context(), baseURL)
}

test('nodes are copied, cut and pasted, here and elsewhere, and hostile pastes change nothing', async ({
  page,
  baseURL,
}) => {
  const { mine } = await seller(page, baseURL)
  const canvas = await opened(page, mine, GRAPH, { name: 'Structure' })
  let copied = ''
  await test.step('Ctrl C and Ctrl V: ids are numbered, expressions and edges follow', async () => {
    await canvas.select('first', 'second')
    await canvas.press('Control+c')
    await canvas.said('Copied 2 nodes')
    await canvas.press('Control+v')
    await expect.poll(canvas.ids).toEqual(['first', 'first_2', 'second', 'second_2', 'send', 'start'])
    const { nodes, edges } = await canvas.stored()
    expect(nodes.find(({ id }) => id === 'second_2')?.config.json).toBe('{{ $nodes.first_2.a }}')
    expect(edges.at(-1)).toMatchObject({ from: { node: 'first_2' }, to: { node: 'second_2' } })
    await canvas.press('Control+z')
    await expect.poll(canvas.ids).toEqual(['first', 'second', 'send', 'start'])
  })
  await test.step('what leaves holds no secret; pasted where it came from it has it still', async () => {
    await canvas.select('send')
    await canvas.press('Control+c')
    await canvas.said('Copied a node')
    copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).not.toContain('very-secret-token')
    await canvas.press('Control+v')
    await expect.poll(canvas.ids).toContain('send_2')
    const pasted = (await canvas.stored()).nodes.find(({ id }) => id === 'send_2')
    expect(JSON.stringify(pasted?.config)).toContain('very-secret-token')
    await canvas.press('Control+z')
    await expect.poll(canvas.ids).not.toContain('send_2')
  })
  await test.step('the menu copies, cuts and pastes, too; cutting joins what stood around', async () => {
    await canvas.card('second').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Cut/ }).click()
    await expect.poll(canvas.ids).toEqual(['first', 'send', 'start'])
    expect((await canvas.stored()).edges.map(({ from, to }) => `${from.node}>${to.node}`)).toContain('first>send')
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 40, y: 40 } })
    await page.getByRole('menuitem', { name: /^Paste/ }).click()
    await expect.poll(canvas.ids).toEqual(['first', 'second', 'send', 'start'])
  })
  await test.step('junk, 10 MB, reserved keys and broken nodes are refused in words', async () => {
    const before = await canvas.stored()
    const good = JSON.stringify({ format: 'chowk.nodes', nodes: [node('x', 'set_fields', 'X', { json: '1' })] })
    for (const [text, words] of [
      ['hello', /isn’t a workflow/],
      ['x'.repeat(10_000_000), /10.0 million/],
      [good.replace('"json"', '"__proto__"'), /reserved/],
      ['{"format":"chowk.nodes","nodes":[{"id":1}]}', /cannot be read/],
    ] as const) {
      await canvas.paste(text)
      await canvas.said(words)
    }
    expect(await canvas.stored()).toEqual(before)
  })
  await test.step('nodes of n8n are translated; a second trigger is left out', async () => {
    await canvas.paste(JSON.stringify(FROM_N8N))
    await canvas.said(/Pasted .* from n8n.*only one/)
    await expect.poll(async () => JSON.stringify((await canvas.stored()).nodes)).toContain('https://example.test/n8n')
    const { nodes } = await canvas.stored()
    expect(nodes.filter(({ type }) => type === 'manual_trigger')).toHaveLength(1)
  })
  await test.step('another workflow takes what was copied here, and says what has to be chosen again', async () => {
    const other = await opened(page, mine, EMPTY_DOCUMENT, { name: 'Other' })
    await other.paste(copied)
    await expect.poll(other.ids).toEqual(['send'])
    await other.said(/chosen again/)
  })
})

test('groups, notes, order, search and parts of a workflow', async ({ page, baseURL }) => {
  const { mine } = await seller(page, baseURL)
  const canvas = await opened(page, mine, GRAPH, { name: 'Structure' })
  const group = () => canvas.stored().then(({ groups }) => groups[0])
  await test.step('Ctrl G groups and asks for the title; the group collapses to one card and opens again', async () => {
    await canvas.select('first', 'second')
    await canvas.press('Control+g')
    await page.getByRole('textbox', { name: 'Group title' }).fill('Checks')
    await canvas.press('Enter')
    await expect.poll(group).toMatchObject({ title: 'Checks', nodes: ['first', 'second'] })
    // Its nodes are selected, and with them it.
    const tools = page.getByRole('group', { name: 'Group colour' })
    await page.getByRole('textbox', { name: 'Group description' }).fill('Looks <b>twice</b>')
    await canvas.press('Enter')
    await tools.getByRole('button', { name: 'Green' }).click()
    await expect.poll(group).toMatchObject({ description: 'Looks <b>twice</b>', color: 'good' })
    await page.getByRole('button', { name: 'Collapse Checks' }).click()
    await expect(canvas.card('first')).toHaveCount(0)
    await expect(page.getByText('2 nodes. Looks <b>twice</b>', { exact: true })).toBeVisible()
    await expect.poll(group).toMatchObject({ collapsed: true })
    await page.getByRole('button', { name: 'Checks', exact: true }).click()
    await canvas.press('Alt+g')
    await expect(canvas.card('first')).toBeVisible()
  })
  await test.step('what two ways lead into is no one node: it does not collapse, and says why, by mouse and by key', async () => {
    await canvas.select('first', 'send')
    await canvas.press('Control+g')
    await page.getByRole('textbox', { name: 'Group title' }).fill('Apart')
    await canvas.press('Enter')
    for (const collapse of [
      () => page.getByRole('button', { name: 'Collapse Apart' }).click(),
      () => canvas.press('Alt+g'),
    ]) {
      await collapse()
      await canvas.said(/“Apart” can’t be collapsed: ways lead in to “First.*” and “Send.*”/)
    }
    const stored = async () => {
      const { groups } = await canvas.stored()
      return { apart: groups.some(({ title }) => title === 'Apart'), collapsed: groups.some((one) => one.collapsed) }
    }
    await expect.poll(stored).toEqual({ apart: true, collapsed: false })
    await canvas.press('Control+z', 'Control+z')
    await expect.poll(group).toMatchObject({ title: 'Checks', nodes: ['first', 'second'] })
  })
  await test.step('a group moves with its nodes, in one step', async () => {
    const head = page.getByRole('button', { name: 'Checks', exact: true })
    const box = await head.boundingBox()
    if (!box) throw new Error('There is no group')
    await page.mouse.move(box.x + 40, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 60)
    await page.mouse.move(box.x + 40, box.y + 128, { steps: 6 })
    await page.mouse.up()
    const place = () => canvas.stored().then(({ nodes }) => nodes.find(({ id }) => id === 'first')?.position.y)
    await expect.poll(place).toBeGreaterThan(80)
    await canvas.press('Control+z')
    await expect.poll(place).toBe(40)
    await canvas.select('first')
    await canvas.press('Control+Shift+g')
    await expect.poll(group).toBeUndefined()
  })
  await test.step('lining up, spacing out and tidying are one step each', async () => {
    const heights = () => canvas.stored().then(({ nodes }) => nodes.map(({ position }) => position.y))
    await canvas.press('Escape', 'Control+a', 'Alt+w')
    await expect.poll(heights).toEqual([0, 0, 0, 0])
    await canvas.press('Control+z')
    await expect.poll(heights).toEqual([0, 40, 0, 24])
    await page
      .getByRole('toolbar', { name: /selected/ })
      .getByRole('button', { name: 'Align bottoms' })
      .click()
    await expect.poll(heights).toEqual([40, 40, 40, 40])
    await canvas.press('Control+z')
    await expect.poll(heights).toEqual([0, 40, 0, 24])
    await canvas.press('Alt+Shift+t')
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    await canvas.press('Control+z')
    await expect.poll(heights).toEqual([0, 40, 0, 24])
  })
  await test.step('a note is written in Markdown, coloured and made larger; hostile text stays text', async () => {
    const note = () => canvas.stored().then(({ notes }) => notes[0])
    await canvas.press('Escape', 'Shift+N')
    await page
      .getByRole('textbox', { name: /Note text/ })
      .fill('# Why\n\n**So** <img src=x onerror=alert(1)> [web](https://example.test) [bad](javascript:alert(1))')
    await canvas.press('Escape')
    const card = page.locator('.react-flow__node-note')
    await expect(card.getByText('Why')).toBeVisible()
    await expect(card.locator('strong')).toHaveText('So')
    await expect(card.locator('img')).toHaveCount(0)
    await expect(card.getByRole('link')).toHaveCount(1)
    const stands = () => page.locator('.react-flow__viewport').getAttribute('style')
    const before = await stands()
    await page.getByRole('button', { name: 'Green' }).click()
    await expect.poll(note).toMatchObject({ color: 'good' })
    expect(await stands()).toBe(before)
    await card.click({ button: 'right', position: { x: 12, y: 100 } })
    await page.getByRole('menuitem', { name: 'Enlarge note' }).click()
    await expect.poll(note).toMatchObject({ size: { width: 300, height: 200 } })
  })
  await test.step('Ctrl F finds in settings and notes, and replaces all in one step', async () => {
    await canvas.press('Escape', 'Control+f')
    await page.getByRole('textbox', { name: 'Search for' }).fill('example.test')
    await expect(page.getByText('2 places in 2 texts')).toBeVisible()
    await page.getByRole('textbox', { name: 'Replace with' }).fill('example.com')
    await page.getByRole('button', { name: 'Replace all 2' }).click()
    const text = () => canvas.stored().then((document) => JSON.stringify(document))
    await expect.poll(text).toContain('https://example.com')
    expect(await text()).not.toContain('example.test')
    await page.getByRole('button', { name: 'Close search' }).click()
  })
  await test.step('a part becomes a workflow of its own; what cannot is refused with its name', async () => {
    await canvas.select('start', 'first')
    await canvas.press('Alt+x')
    await expect(page.getByRole('dialog').getByText('“Start” starts this workflow')).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
    await canvas.select('first', 'second')
    await page
      .getByRole('toolbar', { name: /selected/ })
      .getByRole('button', { name: 'Extract to workflow' })
      .click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Check it')
    await canvas.press('Enter')
    await expect.poll(canvas.ids).toEqual(['check_it', 'send', 'start'])
    const { nodes, edges } = await canvas.stored()
    expect(edges.map(({ from, to }) => `${from.node}>${to.node}`).sort()).toEqual(['check_it>send', 'start>check_it'])
    const child = nodes.find(({ id }) => id === 'check_it')?.config.workflow_id
    const made = (await mine.call('GET', `/api/v1/workflows/${child}`)).data
    expect(made.problems).toEqual([])
    expect(made.document.nodes.map(({ id }: { id: string }) => id)).toEqual(['called', 'first', 'second'])
    await canvas.select('check_it')
    await canvas.press('Control+Shift+o')
    await expect(page).toHaveURL(new RegExp(`workflow=${child}`))
    await expect(canvas.card('called')).toBeVisible()
    // All of it is in the picture, not where the picture of the other one was.
    await expect(page.locator('.react-flow__viewport')).not.toHaveAttribute('style', /translate\(0px, 0px\) scale\(1\)/)
    await page.goBack()
    await expect(canvas.card('check_it')).toBeVisible()
    await canvas.select('send')
    await canvas.press('Control+Shift+o')
    await canvas.said('It doesn’t run a workflow.')
  })
  await test.step('it is exported as a file, a picture, a drawing and a page, and a link opens a node', async () => {
    const files = new Map<string, Buffer>()
    for (const name of ['Export as file', 'Export as PNG', 'Export as SVG', 'Export as Markdown']) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ])
      files.set(download.suggestedFilename(), await readFile(await download.path()))
    }
    expect([...files.keys()]).toEqual(['structure.chowk.json', 'structure.png', 'structure.svg', 'structure.md'])
    expect(JSON.parse(`${files.get('structure.chowk.json')}`).format).toBe('chowk.workflow')
    expect(files.get('structure.png')?.subarray(1, 4).toString()).toBe('PNG')
    const svg = `${files.get('structure.svg')}`
    const drawn = await page.evaluate((text) => {
      const read = new DOMParser().parseFromString(text, 'image/svg+xml')
      return { broken: read.querySelector('parsererror') !== null, texts: read.querySelectorAll('text').length }
    }, svg)
    expect(drawn.broken).toBe(false)
    expect(drawn.texts).toBeGreaterThan(5)
    // Of each card the bar in the colour of its category, and its icon on a tile.
    expect(svg.match(/<line [^>]*stroke-width="4"/g)).toHaveLength((await canvas.stored()).nodes.length)
    expect(svg).toContain('<g transform="translate(')
    expect(`${files.get('structure.md')}`).toContain('### 2. Check it')
    expect(`${files.get('structure.md')}${svg}`).not.toContain('very-secret-token')
    await page.goto(`/workflows/designer?workflow=${canvas.id}&node=send`)
    await expect(page.getByRole('complementary', { name: 'Settings of Send' })).toBeVisible()
  })
})

test('the list edits the same workflow with the keyboard alone', async ({ page, baseURL }) => {
  const { mine } = await seller(page, baseURL)
  const canvas = await opened(page, mine, GRAPH, { name: 'Structure' })
  const row = (id: string) => page.locator(`[data-row="${id}"]`)
  const wires = async () => (await canvas.stored()).edges.map(({ from, to }) => `${from.node}>${to.node}`).sort()
  await page.locator('.react-flow').focus()
  await canvas.press('l')
  await test.step('rows stand in the order they run, say what they are, and are walked', async () => {
    await expect(row('start')).toHaveAccessibleName(/^1\. Start\. .*Leads to First/)
    await row('start').focus()
    await canvas.press('ArrowDown', 'ArrowDown')
    await expect(row('second')).toBeFocused()
    await canvas.press('Home')
    await expect(row('start')).toBeFocused()
    await canvas.press('End')
    await expect(row('send')).toBeFocused()
  })
  await test.step('N adds behind the row and opens its settings', async () => {
    await canvas.press('n')
    await page.getByRole('combobox').fill('Set fields')
    await expect(page.getByRole('option').first()).toBeVisible()
    await canvas.press('Enter')
    await expect.poll(wires).toContain('send>set_fields')
    await expect(page.getByRole('complementary', { name: 'Settings of Set fields' })).toBeVisible()
  })
  await test.step('F2 renames it, D switches it off, Ctrl D doubles it', async () => {
    await row('set_fields').focus()
    await canvas.press('Escape')
    await row('set_fields').focus()
    await canvas.press('F2')
    await page.getByRole('textbox', { name: 'Title' }).fill('Write it down')
    await canvas.press('Enter')
    await expect(row('write_it_down')).toBeFocused()
    await canvas.press('d', 'Control+d')
    await expect.poll(canvas.ids).toContain('write_it_down_2')
    expect((await canvas.stored()).nodes.find(({ id }) => id === 'write_it_down')?.disabled).toBe(true)
  })
  await test.step('C connects, and a connection is taken away by its button', async () => {
    await row('start').focus()
    await canvas.press('c')
    await page.getByRole('combobox').fill('Write it down 2')
    await expect(page.getByRole('option').first()).toBeVisible()
    await canvas.press('Enter')
    await expect.poll(wires).toContain('start>write_it_down_2')
    await page.getByRole('button', { name: 'Disconnect Start from Write it down 2' }).press('Enter')
    await expect.poll(wires).not.toContain('start>write_it_down_2')
  })
  await test.step('Space selects more, Delete takes them away, Ctrl Z brings them back', async () => {
    await row('write_it_down').focus()
    await canvas.press('Home')
    await row('write_it_down_2').focus()
    await canvas.press('Shift+ArrowUp')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await canvas.press('Delete')
    await expect.poll(async () => (await canvas.stored()).nodes.length).toBe(4)
    await canvas.press('Control+z')
    await expect.poll(async () => (await canvas.stored()).nodes.length).toBe(6)
  })
  await test.step('groups and notes are written here, too', async () => {
    await row('first').focus()
    await canvas.press('Control+g')
    await page.getByRole('textbox', { name: 'Title of group 1' }).fill('Checks')
    await expect.poll(async () => (await canvas.stored()).groups[0]?.title).toBe('Checks')
    await page.getByRole('combobox', { name: 'Group of Second' }).selectOption('Checks')
    await expect.poll(async () => (await canvas.stored()).groups[0]?.nodes).toEqual(['first', 'second'])
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await page.keyboard.type('Remember')
    await expect.poll(async () => (await canvas.stored()).notes[0]?.text).toBe('Remember')
  })
  await test.step('back on the canvas it is the same', async () => {
    await page.getByRole('radio', { name: 'Canvas' }).check({ force: true })
    await expect(canvas.card('first')).toBeVisible()
    await expect(page.locator('.react-flow__node-note')).toHaveCount(1)
  })
})

/** A loop of two steps, and what follows it. */
const LOOP = {
  ...graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('each', 'map', 'Each bill', { items: [1, 2] }, 304, 80),
      node('read', 'set_fields', 'Read', { json: '{}' }, 608, 80),
      node('keep', 'set_fields', 'Keep', { json: '{}' }, 912, 80),
      node('done', 'set_fields', 'Done', { json: '{}' }, 912, 320),
    ],
    [edge('start', 'each'), edge('each', 'read', 'item'), edge('read', 'keep'), edge('each', 'done')],
  ),
}

test('a loop is a frame that moves and collapses with its steps; a card has its tools under the pointer', async ({
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, LOOP)
  const frame = page.locator('[data-loop="each"]')
  const place = async (id: string) => (await canvas.get(id))?.position
  await test.step('its card takes the body along, by the mouse', async () => {
    await expect(frame).toContainText('Each bill · 2 steps')
    const box = await canvas.card('each').boundingBox()
    if (!box) throw new Error('The loop has no card')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 64, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => place('each')).not.toEqual({ x: 304, y: 80 })
    const [each, read, keep] = [await place('each'), await place('read'), await place('keep')]
    expect([read?.x, keep?.x].map((x) => (x ?? 0) - (each?.x ?? 0))).toEqual([304, 608])
    expect(read?.y).toBe(each?.y)
    expect(await place('done')).toEqual({ x: 912, y: 320 })
  })
  await test.step('it collapses by its button and by the keys, and stays so in this browser', async () => {
    await frame.getByRole('button', { name: 'Collapse Each bill' }).click()
    await expect(canvas.card('read')).toHaveCount(0)
    await expect(canvas.card('each')).toContainText('2 steps inside')
    await page.reload()
    await expect(canvas.card('each')).toContainText('2 steps inside')
    await canvas.card('each').click()
    await canvas.press('Alt+g')
    await expect(canvas.card('read')).toBeVisible()
    await expect(frame).toBeVisible()
  })
  await test.step('its tools: by the pointer, and by Tab from the card', async () => {
    await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } })
    await canvas.card('done').hover()
    const tools = page.getByRole('toolbar', { name: 'Done: tools' })
    await tools.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(async () => (await canvas.get('done'))?.disabled).toBe(true)
    await page.keyboard.press('Tab')
    await canvas.card('done').focus()
    await tools.getByRole('button', { name: 'Enable' }).press('Enter')
    await expect.poll(async () => (await canvas.get('done'))?.disabled).not.toBe(true)
    await tools.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: /^Run from here/ })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await axe(page)).toEqual([])
  })
})
