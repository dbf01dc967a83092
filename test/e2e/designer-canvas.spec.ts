import { expect, type Page } from '@playwright/test'
import type { WorkflowDocument } from '#graph/document.ts'
import { test } from '#test/support/browser.ts'
import { enter, person } from '#test/support/people.ts'
import { signIn, type Visit, visit } from '#test/support/visit.ts'

const node = (id: string, type: string, title: string, x: number, y: number, config: object = {}) => ({
  id,
  type,
  version: 1,
  title,
  config,
  position: { x, y },
})
const edge = (from: string, to: string, port = 'out') => ({
  id: `${from}.${port}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
})

const GRAPH = {
  schema_version: 1,
  nodes: [
    node('start', 'manual_trigger', 'Start', 0, 0),
    node('first', 'set_fields', 'First', 304, 0, { json: '{"a": 1}' }),
    node('second', 'set_fields', 'Second', 608, 0, { json: '{{ $nodes.first }}' }),
    node('loose', 'set_fields', 'Loose', 304, 304, { json: '{}' }),
  ],
  edges: [edge('start', 'first'), edge('first', 'second')],
  notes: [],
  groups: [],
}

/** A workflow open on the canvas, and what the server has of it. */
async function opened(page: Page, url: string, mine: Visit, document: object) {
  const id = await mine.workflow('Canvas', document as WorkflowDocument)
  await page.goto(`/workflows/designer?workflow=${id}`)
  await page.locator('[data-canvas]').waitFor()
  // The bar above grows with what it has to say; nothing is hit before it stands.
  await page.getByRole('button', { name: /^Run/ }).first().waitFor()
  let before = ''
  const stands = async () => {
    const now = JSON.stringify(await page.locator('[data-canvas]').boundingBox())
    const same = now === before
    before = now
    return same
  }
  await expect.poll(stands, { intervals: [400] }).toBe(true)
  const stored = async (): Promise<WorkflowDocument> =>
    (await mine.call('GET', `/api/v1/workflows/${id}`)).data.document
  /** The wires of the graph on the server, as `a>b`. */
  const wires = async () => (await stored()).edges.map(({ from, to }) => `${from.node}>${to.node}`).sort()
  const holds = (expected: string[]) => expect.poll(wires).toEqual(expected.sort())
  const get = async (node: string) => (await stored()).nodes.find((each) => each.id === node)
  const card = (node: string) => page.locator(`.react-flow__node[data-id="${node}"]`)
  const dot = (node: string, port: string) => card(node).locator(`[data-handleid="${port}"]`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const selected = (node: string) => expect(card(node)).toHaveClass(/selected/)
  const middle = async (node: string) => {
    const box = await card(node).boundingBox()
    if (!box) throw new Error(`There is no card of ${node}`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height }
  }
  /** Presses on one place, moves, and lets go at another. */
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 6, from.y + 6)
    await page.mouse.move(to.x, to.y, { steps: 8 })
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
    await page.mouse.up()
  }
  const at = async (node: string, port: string) => {
    const box = await dot(node, port).boundingBox()
    if (!box) throw new Error(`${node} has no ${port}`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const said = (text: string | RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  return { id, url, stored, holds, get, card, press, selected, middle, drag, at, said }
}

async function seller(page: Page, baseURL: string | undefined) {
  const url = baseURL ?? ''
  const author = await person(page.context(), 'seller', url)
  await enter(page.context(), author, url)
  return { url, mine: visit(url, await signIn(url, author.email, author.password)) }
}

const choose = async (page: Page, name: string) => {
  await page.getByRole('combobox').fill(name)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

test('an empty workflow is built with the keyboard alone', async ({ page, baseURL }) => {
  const { url, mine } = await seller(page, baseURL)
  const canvas = await opened(page, url, mine, { ...GRAPH, nodes: [], edges: [] })
  await test.step('the first step is taught, and nothing else can be first', async () => {
    await expect(page.getByRole('heading', { name: 'What starts this workflow?' })).toBeVisible()
    await canvas.press('n')
    await choose(page, 'Start by hand')
    await expect.poll(async () => (await canvas.stored()).nodes.map(({ id }) => id)).toEqual(['start_by_hand'])
  })
  await test.step('N adds behind what is selected, wired, and opens its settings', async () => {
    await page.getByRole('button', { name: 'Close' }).first().focus()
    await canvas.press('n')
    await choose(page, 'Set fields')
    await canvas.holds(['start_by_hand>set_fields'])
    await canvas.selected('set_fields')
    await expect(
      page
        .getByRole('complementary')
        .or(page.getByRole('region', { name: /settings/i }))
        .first(),
    ).toBeVisible()
  })
  await test.step('a second trigger cannot be chosen, and the reason is said', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Escape', 'n')
    await page.getByRole('combobox').fill('Webhook')
    await expect(page.getByRole('option', { name: /^Webhook/ })).toHaveAttribute('aria-disabled', 'true')
    await canvas.press('ArrowUp')
    await expect(page.getByText('a workflow has one trigger')).toBeVisible()
    await canvas.press('Escape')
  })
})

test('the graph is walked and edited with the keyboard', async ({ page, baseURL }) => {
  const { url, mine } = await seller(page, baseURL)
  const canvas = await opened(page, url, mine, GRAPH)
  await page.locator('.react-flow').focus()
  await test.step('arrows walk along the connections; the node has the focus and a name', async () => {
    await canvas.press('ArrowRight')
    await canvas.selected('start')
    await canvas.press('ArrowRight', 'ArrowRight')
    await canvas.selected('second')
    await expect(canvas.card('second')).toBeFocused()
    await expect(canvas.card('second')).toHaveAccessibleName(/Second/)
    await canvas.press('ArrowLeft')
    await canvas.selected('first')
  })
  await test.step('Shift and arrows select chains, Ctrl A everything, Escape nothing', async () => {
    await canvas.press('Shift+ArrowRight')
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(2)
    await canvas.press('Control+a')
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(4)
    await canvas.press('Escape')
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(0)
  })
  await test.step('F2 renames, and what speaks of the node follows and is counted', async () => {
    await canvas.card('first').focus()
    await canvas.press('ArrowRight', 'ArrowRight', 'F2')
    await page.getByRole('textbox', { name: 'Title' }).fill('Read the letter')
    await canvas.press('Enter')
    await canvas.said('1 other node')
    await canvas.holds(['start>read_the_letter', 'read_the_letter>second'])
    expect((await canvas.get('second'))?.config.json).toBe('{{ $nodes.read_the_letter }}')
    await canvas.press('Control+z')
    await canvas.holds(['start>first', 'first>second'])
  })
  await test.step('D switches off and on; a trigger says why not', async () => {
    await canvas.card('first').click()
    await canvas.press('d')
    await expect.poll(async () => (await canvas.get('first'))?.disabled).toBe(true)
    await canvas.press('d')
    await expect.poll(async () => (await canvas.get('first'))?.disabled).toBeUndefined()
    await canvas.press('ArrowLeft', 'd')
    await canvas.said('A trigger cannot be switched off.')
  })
  await test.step('Ctrl D doubles, Delete takes away', async () => {
    await canvas.press('ArrowRight', 'Control+d')
    await expect.poll(async () => (await canvas.get('first_2'))?.config.json).toBe('{"a": 1}')
    await canvas.press('Delete')
    await expect.poll(async () => (await canvas.get('first_2')) === undefined).toBe(true)
  })
  await test.step('C connects to a node that is there; what would go in a circle cannot be chosen', async () => {
    await canvas.card('second').click()
    await canvas.press('c')
    await expect(page.getByRole('option', { name: /First/ })).toHaveAttribute('aria-disabled', 'true')
    await choose(page, 'Loose')
    await canvas.holds(['start>first', 'first>second', 'second>loose'])
  })
  await test.step('Alt and arrow select a connection, N puts a node into it, Delete cuts it', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'ArrowRight', 'Alt+ArrowRight')
    await expect(page.locator('.react-flow__edge.selected')).toHaveCount(1)
    await canvas.press('n')
    await choose(page, 'Set fields')
    await canvas.holds(['start>set_fields', 'set_fields>first', 'first>second', 'second>loose'])
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Escape', 'ArrowRight', 'Alt+ArrowRight', 'Delete')
    await canvas.holds(['set_fields>first', 'first>second', 'second>loose'])
    await canvas.press('Control+z')
    await canvas.holds(['start>set_fields', 'set_fields>first', 'first>second', 'second>loose'])
  })
  await test.step('deleting a middle node joins its neighbours; undo and redo', async () => {
    await canvas.card('set_fields').click()
    await canvas.press('Delete')
    await canvas.holds(['start>first', 'first>second', 'second>loose'])
    await canvas.press('Control+z')
    await canvas.holds(['start>set_fields', 'set_fields>first', 'first>second', 'second>loose'])
    await canvas.press('Control+Shift+z')
    await canvas.holds(['start>first', 'first>second', 'second>loose'])
  })
  await test.step('R replaces, keeping wires', async () => {
    await canvas.card('second').click()
    await canvas.press('r')
    await choose(page, 'Filter')
    await expect.poll(async () => (await canvas.get('second'))?.type).not.toBe('set_fields')
    await canvas.holds(['start>first', 'first>second', 'second>loose'])
  })
  await test.step('keys are left alone while one types', async () => {
    const before = await canvas.stored()
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Escape', 'ArrowRight', 'F2')
    await page.keyboard.type('dnr')
    await canvas.press('Escape')
    expect(await canvas.stored()).toEqual(before)
  })
  await test.step('the palette and the sheet show what the canvas can do', async () => {
    await canvas.press('?')
    await expect(page.getByRole('dialog').getByText('Go to the node behind')).toBeVisible()
    await canvas.press('Escape', 'Control+k')
    await page.getByRole('combobox').fill('select all')
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^Select all/)
    await canvas.press('Enter')
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(4)
  })
})

test('the graph is edited with the mouse', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1800, height: 1000 })
  const { url, mine } = await seller(page, baseURL)
  const canvas = await opened(page, url, mine, GRAPH)
  await canvas.card('loose').waitFor()
  await test.step('a connection is drawn, over the card is enough', async () => {
    await canvas.drag(await canvas.at('second', 'out'), await canvas.middle('loose'))
    await canvas.holds(['start>first', 'first>second', 'second>loose'])
    await canvas.press('Control+z')
  })
  await test.step('a circle is refused in words while one connects, and its ends dim', async () => {
    const [from, to] = [await canvas.at('second', 'out'), await canvas.at('first', 'in')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x + 4, to.y + 4, { steps: 8 })
    await expect(canvas.card('first').locator('.step-card')).toHaveCSS('opacity', '0.35')
    await page.mouse.up()
    await canvas.said(/go round in a circle/)
    await canvas.holds(['start>first', 'first>second'])
  })
  await test.step('dropped on empty canvas, one chooses the next node, wired', async () => {
    const from = await canvas.at('loose', 'out')
    await canvas.drag(from, { x: from.x + 160, y: from.y + 90 })
    await choose(page, 'Set fields')
    await canvas.holds(['start>first', 'first>second', 'loose>set_fields'])
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Escape', 'Control+z')
    await canvas.holds(['start>first', 'first>second'])
  })
  await test.step('the plus of a connection puts a node into it, the bin takes it away', async () => {
    const [a, b] = [await canvas.at('start', 'out'), await canvas.at('first', 'in')]
    await page.mouse.move((a.x + b.x) / 2, a.y)
    await page.getByRole('button', { name: 'Delete the connection' }).click()
    await canvas.holds(['first>second'])
    await page.locator('.react-flow').focus()
    await canvas.press('Control+z')
    await canvas.holds(['start>first', 'first>second'])
    await page.mouse.move((a.x + b.x) / 2, a.y + 40)
    await page.mouse.move((a.x + b.x) / 2, a.y)
    await page.getByRole('button', { name: 'Insert a node here' }).click()
    await choose(page, 'Set fields')
    await canvas.holds(['start>set_fields', 'set_fields>first', 'first>second'])
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Escape', 'Control+z', '1')
    await canvas.holds(['start>first', 'first>second'])
  })
  await test.step('a loose node dropped on a connection goes into it', async () => {
    const [a, b] = [await canvas.at('first', 'out'), await canvas.at('second', 'in')]
    await canvas.drag(await canvas.middle('loose'), { x: (a.x + b.x) / 2, y: a.y })
    await canvas.holds(['start>first', 'first>loose', 'loose>second'])
    await canvas.press('Control+z')
    await canvas.holds(['start>first', 'first>second'])
  })
  await test.step('dragged near another it is connected', async () => {
    const to = await canvas.middle('second')
    await canvas.drag(await canvas.middle('loose'), { x: to.x + to.width + 40, y: to.y })
    await canvas.holds(['start>first', 'first>second', 'second>loose'])
    await canvas.press('Control+z')
  })
  await test.step('what is dragged snaps to the line of its neighbour', async () => {
    const [from, to] = [await canvas.middle('loose'), await canvas.middle('first')]
    await canvas.drag(from, { x: to.x + 3, y: from.y })
    await expect.poll(async () => (await canvas.get('loose'))?.position.x).toBe(304)
  })
  await test.step('Shift adds to the selection, a rectangle selects, dragging several is one step', async () => {
    await canvas.card('first').click()
    await canvas.card('second').click({ modifiers: ['Shift'] })
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(2)
    const [a, b] = [await canvas.middle('start'), await canvas.middle('second')]
    await canvas.drag({ x: a.x - a.width / 2 - 20, y: a.y - 80 }, { x: b.x + b.width / 2 + 10, y: b.y + 60 })
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(3)
    await canvas.drag(b, { x: b.x, y: b.y - 60 })
    await expect.poll(async () => ((await canvas.get('start'))?.position.y ?? 0) < 0).toBe(true)
    await canvas.press('Control+z')
    await expect.poll(async () => (await canvas.get('start'))?.position.y).toBe(0)
  })
  await test.step('menus on a node, a connection and the canvas offer the same actions, with their reasons', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape')
    await canvas.card('start').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: /Switch off or on.*A trigger cannot/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await canvas.press('Escape')
    await canvas.card('first').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Switch off or on/ }).click()
    await expect.poll(async () => (await canvas.get('first'))?.disabled).toBe(true)
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 20, y: 20 } })
    await page.getByRole('menuitem', { name: /^Undo/ }).click()
    await expect.poll(async () => (await canvas.get('first'))?.disabled).toBeUndefined()
  })
  await test.step('a double click opens a node, and adds one on empty canvas wired to what was selected', async () => {
    await canvas.press('Escape')
    await canvas.card('loose').click()
    const box = await canvas.middle('loose')
    await page.mouse.dblclick(box.x + box.width / 2 + 140, box.y + 90)
    await choose(page, 'Set fields')
    await canvas.holds(['start>first', 'first>second', 'loose>set_fields'])
  })
  await test.step('the size of the picture, by keys and by the wheel', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Escape', '0')
    const zoom = () =>
      page.locator('.react-flow__viewport').evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a)
    await expect.poll(zoom).toBe(1)
    await canvas.press('-')
    await expect.poll(zoom).toBeCloseTo(0.8)
    await canvas.press('+')
    await expect.poll(zoom).toBeCloseTo(1)
    await page.mouse.wheel(0, -200)
    await expect.poll(zoom).toBeGreaterThan(1.05)
    await canvas.press('1')
    await expect.poll(zoom).toBeLessThanOrEqual(1)
  })
})
