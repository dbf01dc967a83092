import { expect, test } from '@playwright/test'
import { fromMore, opened } from '#test/support/designer.ts'
import { edge, graph, large, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

// Each walks through many steps on one page load.
test.setTimeout(120_000)

const DOCUMENT = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('order', 'set_fields', 'Order', { fields: [{ name: 'total', value: 41 }] }, 304),
    node('call', 'http_request', 'Call', { url: 'https://example.test' }, 608),
    node('work', 'code', 'Work', { source: 'return input' }, 912),
  ],
  [edge('start', 'order'), edge('order', 'call')],
)

test('settings are written in rows, in an editor of programs, and from the values there are', async ({
  context,
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL)
  const canvas = await opened(page, mine, DOCUMENT)
  const config = (id: string) => expect.poll(async () => (await canvas.get(id))?.config)
  const panel = canvas.settings()

  await test.step('a field is asked for where another makes it count', async () => {
    await canvas.card('call').dblclick()
    await expect(panel.getByLabel('Address', { exact: true })).toBeFocused()
    const content = panel.locator('[data-path="body"]')
    await expect(content).toBeHidden()
    await panel.getByLabel('Body', { exact: true }).selectOption('JSON')
    await expect(content).toBeVisible()
  })

  await test.step('an object is written as rows; its JSON is the same', async () => {
    await panel.getByRole('button', { name: 'Write Content as rows' }).click()
    await panel.getByRole('button', { name: 'Add to Content' }).click()
    await page.keyboard.type('name')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Asha')
    await panel.getByRole('button', { name: 'Add to Content' }).click()
    await expect(panel.getByText('Enter a name')).toBeVisible()
    await page.keyboard.type('count')
    await panel.getByRole('button', { name: 'More for count' }).click()
    await page.getByRole('menuitem', { name: 'Number' }).click()
    await panel.getByRole('group', { name: 'Content' }).getByLabel('Value').last().fill('3')
    await config('call').toMatchObject({ body_type: 'json', body: { name: 'Asha', count: 3 } })
    await panel.getByRole('button', { name: 'Write Content as JSON' }).click()
    await panel.getByRole('textbox', { name: 'Content' }).fill('{"a": tru}')
    await expect(panel.getByText('Invalid JSON.')).toBeVisible()
    await panel.getByRole('textbox', { name: 'Content' }).fill('{"a": true}')
    await config('call').toMatchObject({ body: { a: true } })
  })

  await test.step('a slash asks for the values there are; given up, it is a slash', async () => {
    const address = panel.getByLabel('Address', { exact: true })
    await address.fill('')
    await address.press('/')
    const search = page.getByPlaceholder('Search by name')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await config('call').toMatchObject({ url: expect.stringMatching(/^\{\{ \$.+ \}\}$/) })
    await panel.getByRole('button', { name: 'Address as an expression' }).click()
    await address.fill('')
    await address.press('/')
    await search.fill('v1')
    await page.keyboard.press('Escape')
    await config('call').toMatchObject({ url: '/v1' })
  })

  await test.step('a program has lines, Tab indents, what is open is named, Escape and Tab leave', async () => {
    await page.keyboard.press('Escape')
    await canvas.card('work').dblclick()
    const code = panel.getByRole('textbox', { name: 'Code' })
    await code.fill('return (1')
    await expect(panel.getByText('Line 1: “(” is not closed')).toBeVisible()
    await code.fill('const a = 1\nreturn a')
    await expect(panel.getByText(/is not closed/)).toBeHidden()
    await code.press('Control+Home')
    await code.press('Tab')
    await config('work').toMatchObject({ source: '  const a = 1\nreturn a' })
    await code.press('Escape')
    await code.press('Tab')
    await expect(code).not.toBeFocused()
    await expect(panel).toBeVisible()
  })

  await test.step('the panels are as wide as one makes them, and the bell is in the bar', async () => {
    const handle = panel.getByRole('separator', { name: /^Width of Settings/ })
    await handle.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(handle).toHaveAttribute('aria-valuenow', '432')
    await expect(page.locator('[data-sidebar]')).toHaveAttribute('data-sidebar', 'collapsed')
    const [bell, bar] = await Promise.all([
      page.getByTestId('bell').boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect(Math.abs((bell?.y ?? 0) - (bar?.y ?? 100))).toBeLessThan(20)
  })
})

test('text that is pasted becomes steps, and a past run is shown as it ran', async ({ context, page, baseURL }) => {
  const { mine } = await sellerOn(context, baseURL)
  const canvas = await opened(page, mine, DOCUMENT)

  await test.step('a cURL command and an address become requests; secrets stay outside', async () => {
    await canvas.paste("curl -X PUT https://api.example.test/a -H 'Authorization: Bearer canary-1'")
    await canvas.said(/Pasted a node\. .*credential/)
    await expect
      .poll(async () => (await canvas.get('request'))?.config)
      .toEqual({
        method: 'PUT',
        url: 'https://api.example.test/a',
      })
    await page.keyboard.press('Control+z')
    await expect.poll(canvas.ids).toEqual(['call', 'order', 'start', 'work'])
  })

  await test.step('for other text there are offers', async () => {
    await canvas.paste('Ask Asha first')
    await canvas.said(/isn’t a workflow/)
    await page.getByRole('button', { name: 'As note' }).click()
    await expect.poll(async () => (await canvas.stored()).notes.map(({ text }) => text)).toEqual(['Ask Asha first'])
  })

  await test.step('a past run shows the workflow it ran, and the draft comes back unchanged', async () => {
    await page.keyboard.press('Escape')
    await canvas.select('order')
    await page.keyboard.press('Shift+U')
    await expect(canvas.state('order')).toHaveAttribute('data-state', 'succeeded', { timeout: 20_000 })
    await canvas.select('work')
    await page.keyboard.press('Delete')
    await expect.poll(canvas.ids).toEqual(['call', 'order', 'start'])
    await fromMore(page, 'Past runs')
    await page.getByRole('list', { name: 'Runs, newest first' }).getByRole('button').first().click()
    const banner = page.getByRole('region', { name: 'Past run' })
    await expect(banner).toContainText('Nodes since then: 1 removed.')
    await expect(canvas.card('work')).toBeVisible()
    await canvas.card('call').click()
    await page.keyboard.press('Delete')
    await canvas.said('You’re viewing a past run')
    await banner.getByRole('button', { name: 'Back to editing' }).click()
    await expect(canvas.card('work')).toBeHidden()
    await expect(canvas.card('call')).toBeVisible()
    expect(await canvas.ids()).toEqual(['call', 'order', 'start'])
  })
})

test('a list of 500 nodes draws those in sight and is walked with the keys', async ({ context, page, baseURL }) => {
  const { mine } = await sellerOn(context, baseURL)
  const canvas = await opened(page, mine, large(500), { rest: '&show=list' })
  const rows = page.locator('[data-row]')
  await expect(rows.first()).toBeVisible({ timeout: 30_000 })
  expect(await rows.count()).toBeLessThan(60)
  const focused = () => page.evaluate('document.activeElement?.dataset.row')
  await rows.first().focus()
  for (let at = 0; at < 20; at += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('step_20')
  await page.keyboard.press('End')
  await expect.poll(focused).toBe('step_499')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await canvas.ids()).includes('step_499')).toBe(false)
  await rows.last().focus()
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('start')
  expect(await rows.count()).toBeLessThan(60)
})
