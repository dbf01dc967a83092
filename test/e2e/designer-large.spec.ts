/** A large workflow that was brought from n8n is read at once: nothing covers anything, and each title can be read or asked for. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { LOOKS, test } from '#test/support/browser.ts'
import { designer, still } from '#test/support/designer.ts'
import { largeExport } from '#test/support/large-export.ts'
import { sellerOn } from '#test/support/people.ts'

const FOLDER = join(import.meta.dirname, '../../.data/screenshots')
/** Of text that can still be read, in px on the screen. */
const LEAST = 9

interface Card {
  id: string
  title: string
  x: number
  y: number
  right: number
  bottom: number
  /** Of its title, in px on the screen. */
  size: number
  cut: boolean
}

/** The cards as they are drawn. As text: these tests are compiled without the names of the browser. */
const cards = (page: Page): Promise<Card[]> =>
  page.evaluate(`(() => {
    const { a: zoom } = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform)
    return [...document.querySelectorAll('.react-flow__node-step')].map((node) => {
      const title = node.querySelector('.far-title, .card-title')
      const { left, top, right, bottom } = title.parentElement.getBoundingClientRect()
      const font = Number.parseFloat(getComputedStyle(title).fontSize)
      const size = font * zoom
      // Less is the foot of letters below the last line.
      const cut = title.scrollHeight > title.clientHeight + font / 2 || title.scrollWidth > title.clientWidth + 1
      return { id: node.dataset.id, title: title.textContent, x: left, y: top, right, bottom, size, cut }
    })
  })()`)

const overlap = (a: Card, b: Card) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom

test('a workflow of 100 steps from n8n is read at once, and a title that is cut is told in full', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { mine } = await sellerOn(page.context(), baseURL)
  // As many as it becomes are more than 100.
  const made = await mine.call('POST', '/api/v1/workflows/import', { source: largeExport(53) })
  const { id } = made.data.workflows[0].workflow
  await page.goto(`/workflows/designer?workflow=${id}`)
  await page.locator('[data-canvas]').waitFor()
  await still(page)
  const canvas = designer(page, mine, id)
  await page.locator('.react-flow').focus()
  await canvas.press('1')
  await still(page)
  const count = (await canvas.stored()).nodes.length
  expect(count).toBeGreaterThanOrEqual(100)
  const drawn = await cards(page)
  expect(drawn).toHaveLength(count)
  expect(drawn.flatMap((one, at) => drawn.slice(at + 1).filter((other) => overlap(one, other)))).toEqual([])
  expect(drawn.filter(({ size }) => size < LEAST)).toEqual([])
  // Most names are seen whole.
  expect(drawn.filter(({ cut }) => cut).length).toBeLessThan(count / 4)
  const told = page.locator('[data-far-name]')
  await test.step('under the pointer', async () => {
    const at = drawn.find(({ cut }) => cut) ?? (drawn[0] as Card)
    await page.mouse.move((at.x + at.right) / 2, (at.y + at.bottom) / 2)
    await expect(told).toContainText(at.title)
    await page.mouse.move(5, 5)
    await expect(told).toHaveCount(0)
  })
  await test.step('where the keyboard is', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('ArrowRight')
    await expect(told).toHaveCount(1)
    const focused = page.locator('.react-flow__node:focus')
    await expect(told.locator('p').first()).toHaveText((await focused.locator('.far-title').textContent()) ?? '')
  })
  if (process.env.PICTURES === 'yes')
    for (const look of LOOKS) {
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await page.setViewportSize(look.viewport)
      await canvas.press('1')
      await still(page)
      await page.screenshot({ path: join(FOLDER, `designer-large.${look.name.replace(' ', '')}.png`) })
    }
})
