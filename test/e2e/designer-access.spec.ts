/** The designer for those who set their system up for themselves: forced colours, no movement, twice as large. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { axe, test } from '#test/support/browser.ts'
import { opened } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

const FOLDER = join(import.meta.dirname, '../../.data/screenshots')

const GRAPH = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('each', 'map', 'For each invoice', {}, 304),
    node('read', 'set_fields', 'Read the total', { json: '{{ $item }}' }, 608),
    node('tell', 'set_fields', 'Tell the office', { json: '{{ $input }}' }, 304, 200),
  ],
  [edge('start', 'each'), edge('each', 'read', 'item'), edge('start', 'tell')],
)

const picture = async (page: Page, name: string) => {
  if (process.env.PICTURES === 'yes') await page.screenshot({ path: join(FOLDER, `designer-${name}.png`) })
}
const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`)

test('in forced colours what is selected, where connections lead and where they begin are still seen', async ({
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, GRAPH as never)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await canvas.select('tell')
  const background = await styleOf(page, 'body', 'backgroundColor')
  const selected = '.react-flow__node[data-id="tell"]'
  expect(await styleOf(page, selected, 'outlineStyle')).toBe('solid')
  expect(await styleOf(page, selected, 'outlineColor')).not.toBe(background)
  expect(await styleOf(page, '.react-flow__node[data-id="read"]', 'outlineStyle')).toBe('none')
  for (const [selector, property] of [
    ['.react-flow__edge-path', 'stroke'],
    ['.react-flow__handle.port', 'backgroundColor'],
    ['.step-card', 'borderTopColor'],
    ['[data-loop]', 'borderTopColor'],
  ] as const)
    expect(await styleOf(page, selector, property), selector).not.toBe(background)
  await picture(page, 'forced-colours')
  await canvas.card('tell').dblclick()
  await expect(canvas.settings('Tell the office')).toBeVisible()
  for (const selector of ['[role=switch]:checked + span', '[role=switch] ~ span:last-of-type'])
    expect(await styleOf(page, selector, 'backgroundColor'), selector).not.toBe(background)
  expect(await styleOf(page, '[aria-pressed=true]', 'outlineStyle')).toBe('solid')
  await picture(page, 'forced-colours-settings')
})

test('without movement the picture is where it is wanted at once', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, GRAPH as never)
  // A transition of 1 ms is over before the next frame.
  const animated = () =>
    page.evaluate('document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 10).length')
  await page.locator('.react-flow').focus()
  for (const key of ['0', '-', '-', '1']) {
    await canvas.press(key)
    expect(await animated(), key).toBe(0)
  }
})

test('twice as large, in half of the window, everything can be reached and nothing is cut', async ({
  page,
  baseURL,
}) => {
  // 1,280 × 860 px at 200 %.
  await page.setViewportSize({ width: 640, height: 430 })
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, GRAPH as never, { name: 'Invoices above one lakh' })
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(over)).toBe(0)
  const box = await page.locator('[data-canvas]').boundingBox()
  expect(box?.width).toBeGreaterThan(400)
  expect(box?.height).toBeGreaterThan(200)
  for (const name of ['Add', 'Run'])
    await expect(page.getByRole('button', { name, exact: true }).first()).toBeInViewport({ ratio: 1 })
  await picture(page, 'twice-as-large')
  await page.locator('.react-flow').focus()
  await canvas.press('ArrowRight', 'Enter')
  await expect(canvas.settings()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close settings' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(over)).toBe(0)
  expect(await axe(page, { without: 'color-contrast' })).toEqual([])
  await picture(page, 'twice-as-large-settings')
})
