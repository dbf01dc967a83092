/** What other tests of the designer do with one hand is done here with the other: by mouse what has a key, and by keys what has a button. */
import { expect } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { choose, opened } from '#test/support/designer.ts'
import { SMALL } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

test('what has a key is done with the mouse', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1800, height: 1000 })
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL, { moving: true })
  const bar = page.getByRole('toolbar', { name: /selected/ })
  const menu = async (id: string, item: string | RegExp) => {
    await canvas.card(id).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('a node is added by the button, renamed, doubled, replaced and deleted by its menu', async () => {
    await canvas.card('loose').click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('combobox').fill('Set fields')
    await page
      .getByRole('option', { name: /^Set fields/ })
      .first()
      .click()
    await canvas.holds(['first>second', 'loose>set_fields', 'start>first'])
    await page.getByRole('button', { name: 'Close settings' }).click()
    await menu('set_fields', /^Rename/)
    await page.getByRole('textbox', { name: 'Title' }).fill('Write it down')
    await page.locator('.react-flow__pane').click({ position: { x: 30, y: 30 } })
    await canvas.holds(['first>second', 'loose>write_it_down', 'start>first'])
    await menu('write_it_down', /^Duplicate/)
    await expect.poll(canvas.ids).toContain('write_it_down_2')
    await menu('write_it_down_2', /^Delete/)
    await expect.poll(canvas.ids).not.toContain('write_it_down_2')
    await menu('write_it_down', /^Replace/)
    await page.getByRole('combobox').fill('Filter')
    await page
      .getByRole('option', { name: /^Filter/ })
      .first()
      .click()
    await expect.poll(async () => (await canvas.get('write_it_down'))?.type).not.toBe('set_fields')
  })
  await test.step('undone and done again by the buttons', async () => {
    const type = async () => (await canvas.get('write_it_down'))?.type
    const after = await type()
    await page.getByRole('button', { name: /^Undo: / }).click()
    await expect.poll(type).toBe('set_fields')
    await page.getByRole('button', { name: /^Redo: / }).click()
    await expect.poll(type).toBe(after)
  })
  await test.step('several are grouped, tidied and ungrouped by the bar', async () => {
    await canvas.select('first', 'second')
    await bar.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('textbox', { name: 'Group title' }).fill('Both')
    await canvas.press('Enter')
    await expect.poll(async () => (await canvas.stored()).groups[0]?.title).toBe('Both')
    await page.getByRole('button', { name: 'Ungroup Both' }).click()
    await expect.poll(async () => (await canvas.stored()).groups).toEqual([])
    await canvas.press('Escape', 'Control+a')
    const before = await canvas.stored()
    await bar.getByRole('button', { name: /^Tidy/ }).click()
    await expect.poll(canvas.stored).not.toEqual(before)
    await page.getByRole('button', { name: /^Undo: / }).click()
    await expect.poll(canvas.stored).toEqual(before)
  })
  await test.step('a note is added by the menu, written on a double click and drawn larger', async () => {
    const note = () => canvas.stored().then(({ notes }) => notes[0])
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 1300, y: 160 } })
    await page.getByRole('menuitem', { name: /^Add note/ }).click()
    await canvas.press('Escape')
    const card = page.locator('.react-flow__node-note')
    await card.dblclick({ position: { x: 30, y: 100 } })
    await page.getByRole('textbox', { name: /Note text/ }).fill('Ask **Asha**')
    await page.locator('.react-flow__pane').click({ position: { x: 30, y: 30 } })
    await expect.poll(note).toMatchObject({ text: 'Ask **Asha**' })
    await card.click({ position: { x: 30, y: 100 } })
    const corner = await card.locator('.react-flow__resize-control.handle.bottom.right').boundingBox()
    const at = { x: (corner?.x ?? 0) + 3, y: (corner?.y ?? 0) + 3 }
    await canvas.drag(at, { x: at.x + 60, y: at.y + 40 })
    await expect.poll(async () => (await note())?.size.width).toBeGreaterThan(260)
  })
  await test.step('the picture is made smaller and larger by the buttons; what is found in the palette is clicked', async () => {
    const zoom = () =>
      page.locator('.react-flow__viewport').evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a)
    const was = await zoom()
    await page.getByRole('button', { name: 'Zoom out (-)' }).click()
    // A step begins where the picture is: it has to have come to rest.
    await expect.poll(zoom).toBeCloseTo(was / 1.25)
    await page.getByRole('button', { name: 'Zoom in (+)' }).click()
    await expect.poll(zoom).toBeCloseTo(was)
    await canvas.press('Control+k')
    await page.getByRole('combobox').fill('canvas and list')
    await page.getByRole('option').first().click()
    await expect(page.locator('[data-row="first"]')).toBeVisible()
    await page.getByText('Canvas', { exact: true }).click()
    await expect(canvas.card('first')).toBeVisible()
  })
})

test('what has a button is done with the keyboard', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, SMALL, { moving: true })
  await page.locator('.react-flow').focus()

  await test.step('cut, and pasted', async () => {
    await canvas.card('second').focus()
    await canvas.press('ArrowRight', 'ArrowRight', 'ArrowRight')
    await canvas.selected('second')
    await canvas.press('Control+x')
    await expect.poll(canvas.ids).toEqual(['first', 'loose', 'start'])
    await canvas.press('Control+v')
    await expect.poll(canvas.ids).toEqual(['first', 'loose', 'second', 'start'])
    await canvas.press('Control+z', 'Control+z')
    await canvas.holds(['first>second', 'start>first'])
  })
  await test.step('the menu of what has the focus opens by its key, and is walked', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'ArrowRight', 'ArrowRight')
    await canvas.selected('first')
    await canvas.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: /^Duplicate/ })).toBeVisible()
    // Until it has the focus the arrows walk on the canvas.
    await expect(page.getByRole('menu')).toBeFocused()
    const hasFocus = () => page.evaluate("document.activeElement?.textContent?.startsWith('Enable')")
    // Letters find an item too, but those that come more than a second apart start a new search.
    for (let walked = 0; walked < 60 && !(await hasFocus()); walked++) await canvas.press('ArrowDown')
    await canvas.press('Enter')
    await expect.poll(async () => (await canvas.get('first'))?.disabled).toBe(true)
    await canvas.press('Control+z')
    await expect.poll(async () => (await canvas.get('first'))?.disabled).toBeUndefined()
  })
  await test.step('a node is moved, and put back; the picture is looked around in', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'ArrowRight', 'ArrowRight')
    await canvas.selected('first')
    const place = async () => (await canvas.get('first'))?.position
    const before = (await place()) ?? { x: 0, y: 0 }
    await canvas.press('Control+ArrowDown')
    await expect.poll(place).toEqual({ x: before.x, y: before.y + 24 })
    await canvas.press('Control+z')
    await expect.poll(place).toEqual(before)
    const left = async () => (await canvas.middle('first')).x
    const seen = await left()
    await canvas.press('Alt+Shift+ArrowRight')
    await expect.poll(async () => Math.round((await left()) - seen)).toBe(-160)
    await canvas.press('Alt+Shift+ArrowLeft')
    await expect.poll(async () => Math.round((await left()) - seen)).toBe(0)
  })
  await test.step('a group is collapsed, opened and taken apart', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Control+g')
    await page.keyboard.type('Both')
    await canvas.press('Enter')
    const group = () => canvas.stored().then(({ groups }) => groups[0])
    await expect.poll(group).toMatchObject({ title: 'Both', nodes: ['first', 'second'] })
    await page.locator('.react-flow').focus()
    await canvas.press('Alt+g')
    await expect.poll(group).toMatchObject({ collapsed: true })
    await canvas.press('Alt+g')
    await expect.poll(async () => (await group())?.collapsed).toBeUndefined()
    await canvas.press('Control+Shift+g')
    await expect.poll(group).toBeUndefined()
  })
  await test.step('a note is written by Enter, and a file is exported from the palette', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'Shift+N')
    await page.keyboard.type('Remember')
    await canvas.press('Escape', 'Enter')
    await page.keyboard.type(' the milk')
    await canvas.press('Escape')
    await expect.poll(async () => (await canvas.stored()).notes[0]?.text).toBe('Remember the milk')
    await canvas.press('Control+k')
    const download = page.waitForEvent('download')
    await choose(page, 'Export as file')
    expect((await download).suggestedFilename()).toBe('workflow.chowk.json')
  })
  await test.step('a node is run, from here and until here; the log comes by its key; a link is taken along', async () => {
    const runs = async () => (await mine.call('GET', `/api/v1/executions?workflow_id=${canvas.id}`)).data.total
    await page.locator('.react-flow').focus()
    await canvas.press('Escape', 'ArrowRight', 'ArrowRight')
    await canvas.selected('first')
    for (const [at, key] of ['Shift+U', 'Shift+R', 'Shift+F'].entries()) {
      await canvas.press(key)
      await expect.poll(runs).toBe(at + 1)
      await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
      await expect(canvas.state('first')).toHaveAttribute('data-state', 'succeeded')
    }
    await canvas.press('o')
    await expect(page.getByRole('region', { name: 'Log', exact: true })).toBeVisible()
    await canvas.press('o', 'Shift+L')
    await canvas.said('Link copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`workflow=${canvas.id}&node=first`)
  })
})
