/**
 * Every dialog and panel of the designer, opened on one page: axe finds nothing in light, in dark and at 390 px, and nothing is
 * wider than the window. With `PICTURES=yes` the pictures go to `.data/screenshots`.
 */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { axe, LOOKS, test } from '#test/support/browser.ts'
import { type Designer, fromMore, opened } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

const FOLDER = join(import.meta.dirname, '../../.data/screenshots')

const GRAPH = {
  ...graph(
    [
      node('start', 'input_form', 'Invoice comes in', {
        fields: [{ name: 'total', label: 'Total', type: 'number', required: true }],
      }),
      node('read', 'set_fields', 'Read the total', { fields: [{ name: 'total', value: '{{ $trigger.total }}' }] }, 304),
      node('call', 'http_request', 'Ask the bank', {}, 608),
      node('tell', 'set_fields', 'Tell the office', { json: '{{ $nodes.read.total }}' }, 912),
    ],
    [edge('start', 'read'), edge('read', 'call'), edge('call', 'tell')],
  ),
  notes: [
    {
      id: 'n',
      text: '# Why\n\nBills above **one lakh** are *looked at*.',
      position: { x: 304, y: -180 },
      size: { width: 260, height: 130 },
    },
  ],
  groups: [{ id: 'g', title: 'Reading', nodes: ['read', 'call'] }],
}

/**
 * The dark theme changes colours alone, which the canvas lays over each other half transparent; a narrow window changes all but the
 * colours.
 */
const RULES = { light: {}, dark: { only: 'color-contrast' }, '390 px': { without: 'color-contrast' } }

/** What is wrong with what is open, look by look, with a picture where they are wanted. */
async function faults(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await page.setViewportSize(look.viewport)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    if (process.env.PICTURES === 'yes')
      await page.screenshot({ path: join(FOLDER, `designer-${name}.${look.name.replace(' ', '')}.png`) })
    const wrong = await axe(page, RULES[look.name])
    const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (over !== 0) wrong.push(`wider than the window by ${over} px`)
    found.push(...wrong.map((fault) => `${name}, ${look.name}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(LOOKS[0].viewport)
  return found
}

const dialog = (page: Page) => page.getByRole('dialog').first()
const palette = async ({ page, press }: Designer, words: string) => {
  await press('Control+k')
  await page.getByRole('combobox').fill(words)
  await press('Enter')
}

/** How each is opened; Escape closes it again. */
const STATES: [name: string, open: (canvas: Designer) => Promise<void>][] = [
  ['nothing-open', async () => {}],
  ['node-menu', ({ card }) => card('read').click({ button: 'right' })],
  [
    'canvas-menu',
    ({ page }) => page.locator('.react-flow__pane').click({ button: 'right', position: { x: 30, y: 30 } }),
  ],
  ['edge-menu', ({ page }) => page.locator('.react-flow__edge').first().click({ button: 'right', force: true })],
  ['selected', ({ press }) => press('Control+a')],
  ['chooser', ({ press }) => press('n')],
  ['palette', ({ press }) => press('Control+k')],
  ['shortcuts', ({ press }) => press('?')],
  ['search', ({ press }) => press('Control+f')],
  ['publish', ({ press }) => press('Shift+P')],
  ['members', ({ page }) => page.getByRole('button', { name: 'Share', exact: true }).click()],
  ['more', ({ page }) => page.getByRole('button', { name: 'More', exact: true }).click()],
  ['setup', ({ page }) => page.getByRole('button', { name: /to set up$/ }).click()],
  ['comments', ({ press }) => press('Shift+C')],
  ['versions', ({ press }) => press('Shift+H')],
  ['past-runs', ({ page }) => fromMore(page, 'Past runs')],
  ['run-input', ({ press }) => press('Control+Enter')],
  ['proposal', (canvas) => palette(canvas, 'request a change')],
  [
    'extract',
    async ({ select, press }) => {
      await select('read', 'call')
      await press('Alt+x')
    },
  ],
  ['settings', ({ card }) => card('read').dblclick()],
  [
    'large-editor',
    async ({ page, card }) => {
      await card('tell').dblclick()
      await page
        .getByRole('button', { name: /in a large editor$/ })
        .first()
        .click()
    },
  ],
  [
    'credential',
    async ({ page, card }) => {
      await card('call').dblclick()
      await page
        .getByRole('button', { name: /^New credential/ })
        .first()
        .click()
    },
  ],
  [
    'data',
    async ({ page, card }) => {
      await card('tell').dblclick()
      await page.getByRole('button', { name: 'Data', exact: true }).click()
    },
  ],
  ['checkpoint', ({ press }) => press('Control+s')],
  [
    'keep-snippet',
    async ({ page, select, press }) => {
      await select('read', 'call')
      await press('Alt+k')
      await page.locator('dialog summary').first().click()
      await page.locator('dialog [type=checkbox]').last().check()
    },
  ],
  [
    'snippets',
    async ({ page, mine, press }) => {
      const content = { nodes: GRAPH.nodes.slice(1, 3), edges: [], inputs: [] }
      await mine.call('POST', '/api/v1/snippets', { name: 'Read and ask the bank', content })
      await page.reload()
      await page.locator('.react-flow').focus()
      await press('Alt+i')
    },
  ],
  [
    'kept-open',
    async ({ select, press }) => {
      await select('tell')
      await press('Alt+t')
    },
  ],
  [
    'compare',
    async ({ page, mine, id }) => {
      await mine.call('POST', `/api/v1/workflows/${id}/checkpoints`, { name: 'As it began', base_revision: 0 })
      await page.getByRole('button', { name: 'Add', exact: true }).waitFor()
      await page.keyboard.press('Shift+D')
      await page.getByRole('dialog').first().waitFor()
    },
  ],
  ['values', ({ press }) => press('Shift+V')],
  ['list', ({ press }) => press('l')],
]

test('every dialog and panel of the designer is sound in every look', async ({ page, baseURL }) => {
  test.setTimeout(400_000)
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, GRAPH as never, { name: 'Invoices above one lakh' })
  const found: string[] = []
  for (const [name, open] of STATES)
    await test.step(name, async () => {
      await page.locator('.react-flow').focus()
      await canvas.press('1')
      await open(canvas)
      found.push(...(await faults(page, name)))
      for (let tries = 0; tries < 4; tries += 1) await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    })
  expect(found).toEqual([])
})
