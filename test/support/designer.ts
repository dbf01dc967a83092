/** A workflow open in the designer, and what the server has of it: what a test does there and looks at. */
import { expect, type Page } from '@playwright/test'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Visit } from './visit.ts'

interface Place {
  x: number
  y: number
}

/** Presses on one place, moves, and lets go at another. */
export async function drag(page: Page, from: Place, to: Place, button: 'left' | 'middle' = 'left'): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button })
  await page.mouse.move(from.x + 6, from.y + 6)
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')
  await page.mouse.up({ button })
}

/** An entry of the menu in the bar. */
export async function fromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Takes the first of what a list of choices finds. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox').fill(name)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** What a paste of this text does, as the browser tells of it. As text: these tests are compiled without the names of the browser. */
export const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)

/** Waits until the canvas has its place, which the bar above takes from it as it fills, and the picture in it stopped moving. */
export async function still(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Run|^Publish/ })
    .first()
    .waitFor()
  let before = ''
  const stands = async () => {
    const moved = await page.evaluate("document.querySelector('.react-flow__viewport')?.style.transform")
    const now = JSON.stringify([await page.locator('[data-canvas]').boundingBox(), moved])
    const same = now === before
    before = now
    return same
  }
  await expect.poll(stands, { intervals: [200] }).toBe(true)
}

export type Designer = ReturnType<typeof designer>

/**
 * @param rest of the address, as `&panel=history`
 * @param moving with the transitions of the canvas and its panels, which take a third of the processor time of a test
 */
export async function opened(
  page: Page,
  mine: Visit,
  document: WorkflowDocument,
  { name = 'Workflow', rest = '', moving = false, phone = false } = {},
): Promise<Designer> {
  if (moving) await page.emulateMedia({ reducedMotion: 'no-preference' })
  const id = await mine.workflow(name, document)
  await page.goto(`/workflows/designer?workflow=${id}${rest}`)
  if (phone) {
    // The list is shown first.
    await page.getByRole('region', { name: 'Workflow list' }).waitFor({ timeout: 30_000 })
    await page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: 'Canvas' }) })
      .tap()
  }
  await page.locator('[data-canvas]').waitFor({ timeout: 30_000 })
  await still(page)
  return designer(page, mine, id)
}

/** The parts of the page of a workflow, and its graph on the server. */
export function designer(page: Page, mine: Visit, id: string) {
  const stored = async (): Promise<WorkflowDocument> =>
    (await mine.call('GET', `/api/v1/workflows/${id}`)).data.document
  const get = async (key: string): Promise<WorkflowNode | undefined> =>
    (await stored()).nodes.find((each) => each.id === key)
  /** The wires of the graph on the server, as `a>b`. */
  const wires = async () => (await stored()).edges.map(({ from, to }) => `${from.node}>${to.node}`).sort()
  const ids = async () => (await stored()).nodes.map((each) => each.id).sort()
  const card = (key: string) => page.locator(`.react-flow__node[data-id="${key}"]`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const box = async (key: string, port?: string) => {
    const place = port === undefined ? card(key) : card(key).locator(`[data-handleid="${port}"]`)
    const found = await place.boundingBox()
    if (!found) throw new Error(`There is no ${port ?? 'card'} of ${key}`)
    const { x, y, width, height } = found
    return { x: x + width / 2, y: y + height / 2, width, height }
  }
  return {
    id,
    page,
    mine,
    stored,
    get,
    wires,
    ids,
    card,
    press,
    holds: (expected: string[]) => expect.poll(wires).toEqual([...expected].sort()),
    selected: (key: string) => expect(card(key)).toHaveClass(/selected/),
    settings: (title?: string) =>
      page.getByRole('complementary', { name: title ? `Settings of ${title}` : /^Settings of/ }),
    state: (key: string) => card(key).locator('[data-state]'),
    middle: (key: string) => box(key),
    at: (key: string, port: string) => box(key, port),
    drag: (from: Place, to: Place) => drag(page, from, to),
    paste: (text: string) => paste(page, text),
    said: (text: string | RegExp) => expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible(),
    /** Selects these nodes with the mouse. */
    select: async (...keys: string[]) => {
      await press('Escape', 'Escape')
      for (const [index, key] of keys.entries())
        await card(key).click({ modifiers: index > 0 ? ['Shift'] : [], position: { x: 90, y: 36 } })
      await expect(page.locator('.react-flow__node-step.selected')).toHaveCount(keys.length)
    },
  }
}
