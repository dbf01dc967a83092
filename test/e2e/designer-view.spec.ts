/** Moving the picture: with the mouse, on the map, with two fingers and on a phone. The graph stays as it is. */
import { type CDPSession, expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { drag, opened, still } from '#test/support/designer.ts'
import { SMALL } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

/** Where the picture stands, as `[x, y, zoom]`. As text: these tests are compiled without the names of the browser. */
const viewport = (page: Page): Promise<[number, number, number]> =>
  page.evaluate(`(() => {
    const { e, f, a } = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform)
    return [Math.round(e), Math.round(f), a]
  })()`)

/** An empty place of the canvas. */
async function emptyPlace(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('[data-canvas]').boundingBox()
  if (!box) throw new Error('There is no canvas')
  return { x: box.x + box.width / 2, y: box.y + 60 }
}

/** The picture came from one place to another, at the same size. */
const movedBy = (page: Page, [x, y, zoom]: readonly number[], dx: number, dy: number) =>
  expect
    .poll(async () => {
      const now = await viewport(page)
      // A press that is let go of is some px before the drag is taken for one.
      return Math.abs(now[0] - (x ?? 0) - dx) < 10 && Math.abs(now[1] - (y ?? 0) - dy) < 10 && now[2] === zoom
    })
    .toBe(true)

test('the picture is moved in every way, and nothing of the workflow with it', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL, { moving: true })
  const before = await canvas.stored()
  const from = await emptyPlace(page)
  const to = { x: from.x + 120, y: from.y + 80 }
  await test.step('with the middle button', async () => {
    const was = await viewport(page)
    await drag(page, from, to, 'middle')
    await movedBy(page, was, 120, 80)
  })
  await test.step('with Space held', async () => {
    await page.locator('.react-flow').focus()
    const was = await viewport(page)
    await page.keyboard.down('Space')
    await drag(page, to, from)
    await page.keyboard.up('Space')
    await movedBy(page, was, -120, -80)
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(0)
  })
  await test.step('with the hand; the pointer selects again', async () => {
    await canvas.press('h')
    const was = await viewport(page)
    await drag(page, from, to)
    await movedBy(page, was, 120, 80)
    await canvas.press('v', '1')
    await expect(page.getByRole('button', { name: /^Pointer/ })).toHaveAttribute('aria-pressed', 'true')
  })
  await test.step('two fingers on the pad make it larger where they are', async () => {
    await canvas.press('0')
    await expect.poll(async () => (await viewport(page))[2]).toBe(1)
    await still(page)
    const at = await canvas.middle('first')
    await page.mouse.move(at.x, at.y)
    // So the browser tells of a pinch.
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await viewport(page))[2]).toBeGreaterThan(1.05)
    await still(page)
    const then = await canvas.middle('first')
    expect(Math.abs(then.x - at.x) + Math.abs(then.y - at.y)).toBeLessThan(4)
  })
  await test.step('on the map, which comes and goes', async () => {
    const map = page.getByRole('img', { name: 'Minimap' })
    // Where all of the workflow is seen, no map covers a part of it.
    await canvas.press('1')
    await expect(map).toHaveCount(0)
    await canvas.press('+', '+', '+', '+')
    await expect(map).toBeVisible()
    const box = await map.boundingBox()
    if (!box) throw new Error('There is no map')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const was = await viewport(page)
    await drag(page, middle, { x: middle.x + 30, y: middle.y + 10 })
    await expect.poll(async () => (await viewport(page))[0]).toBeLessThan(was[0] - 20)
    await canvas.press('m')
    await expect(map).toHaveCount(0)
  })
  await test.step('what is selected is brought into the picture', async () => {
    await canvas.press('1')
    await canvas.select('loose')
    await canvas.press('2')
    await expect.poll(async () => (await viewport(page))[2]).toBe(1)
  })
  expect(await canvas.stored()).toEqual(before)
})

/** Fingers on the glass, each from one place to another. */
async function swipe(session: CDPSession, fingers: readonly (readonly [number, number, number, number])[]) {
  const points = (part: number) =>
    fingers.map(([x1, y1, x2, y2], id) => ({ x: x1 + (x2 - x1) * part, y: y1 + (y2 - y1) * part, id }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) })
  for (let part = 1; part <= 8; part += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(part / 8) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone the workflow is looked at, chosen and opened with the fingers', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const { mine } = await sellerOn(context, baseURL)
  const page = await context.newPage()
  const canvas = await opened(page, mine, SMALL, { moving: true, phone: true })
  const fingers = await context.newCDPSession(page)
  const before = await canvas.stored()
  const { x, y } = await emptyPlace(page)
  await test.step('one finger moves the picture', async () => {
    const was = await viewport(page)
    await swipe(fingers, [[x, y, x - 60, y + 80]])
    await movedBy(page, was, -60, 80)
  })
  await test.step('two fingers make it larger', async () => {
    const [, , was] = await viewport(page)
    await swipe(fingers, [
      [x - 30, y, x - 110, y],
      [x + 30, y, x + 110, y],
    ])
    await expect.poll(async () => (await viewport(page))[2]).toBeGreaterThan(was * 1.5)
  })
  await test.step('a tap chooses, and the settings fill the window and are closed again', async () => {
    await page.getByRole('button', { name: /^Fit to screen/ }).tap()
    await canvas.card('first').tap()
    await canvas.selected('first')
    await canvas.card('first').tap()
    await canvas.press('Enter')
    await expect(canvas.settings('First')).toBeVisible()
    await canvas.settings('First').getByLabel('Close settings').tap()
    await expect(canvas.settings()).toBeHidden()
  })
  expect(await canvas.stored()).toEqual(before)
  await context.close()
})
