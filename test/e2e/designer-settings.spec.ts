import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { opened as openDesigner } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'

const DOCUMENT = graph(
  [
    node('begin', 'manual_trigger', 'Begin'),
    node('order', 'set_fields', 'Order', { fields: [{ name: 'total', value: 41 }] }, 280),
    node('call', 'http_request', 'Call', {}, 560),
    node('rows', 'postgres_query', 'Rows', { query: 'select 1' }, 840),
    node('way', 'switch', 'Way', { rules: [{ port: 'dear', condition: '{{ $nodes.oder.total > 100 }}' }] }, 1120),
  ],
  [edge('begin', 'order'), edge('order', 'call'), edge('call', 'rows'), edge('rows', 'way')],
)

async function opened(context: BrowserContext, page: Page, baseURL = '') {
  const { mine } = await sellerOn(context, baseURL)
  const { id } = await openDesigner(page, mine, DOCUMENT, { name: 'Settings' })
  return { theirs: mine, id }
}

/** The node as the server has it. */
async function kept(theirs: Visit, workflow: string, id: string): Promise<WorkflowNode> {
  const { data } = await theirs.call('GET', `/api/v1/workflows/${workflow}`)
  const found = (data.document as WorkflowDocument).nodes.find((one) => one.id === id)
  if (!found) throw new Error(`There is no node ${id}`)
  return found
}

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const settings = (page: Page, title: string) => page.getByRole('complementary', { name: `Settings of ${title}` })

// Each walks through many steps on one page load.
test.setTimeout(120_000)

test('sets up nodes next to the canvas, with the mouse and from the keyboard', async ({ context, page, baseURL }) => {
  const { theirs, id } = await opened(context, page, baseURL)
  const config = (of: string) => expect.poll(async () => (await kept(theirs, id, of)).config)

  await test.step('a double click opens the settings at the first field; Escape gives the focus back', async () => {
    await card(page, 'call').dblclick()
    await expect(settings(page, 'Call').getByLabel('Address', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(settings(page, 'Call')).toBeHidden()
    await expect(card(page, 'call')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(settings(page, 'Call').getByLabel('Address', { exact: true })).toBeFocused()
  })

  await test.step('fields of every kind change the settings, and a problem is shown at its field', async () => {
    const panel = settings(page, 'Call')
    await expect(panel.getByText('Content', { exact: true })).toBeHidden()
    await panel.getByLabel('Method', { exact: true }).selectOption('POST')
    await panel.getByLabel('Body', { exact: true }).selectOption('JSON')
    await panel.getByRole('textbox', { name: 'Content' }).fill('{"a": [1, 2]}')
    await panel.getByLabel('Time limit', { exact: true }).fill('5')
    await expect(panel.getByText('At least 100')).toBeVisible()
    await panel.getByLabel('Time limit', { exact: true }).fill('5000')
    await expect(panel.getByText('At least 100')).toBeHidden()
    await panel.getByRole('button', { name: 'Add to Headers' }).click()
    await page.keyboard.type('x-one')
    await panel.getByRole('button', { name: 'Add to Headers' }).click()
    await page.keyboard.type('x-two')
    await panel.getByRole('button', { name: 'More for x-two' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await panel.getByRole('button', { name: 'Remove x-one' }).click()
    await config('call').toEqual({
      method: 'POST',
      body_type: 'json',
      body: { a: [1, 2] },
      timeout_ms: 5000,
      headers: [{ name: 'x-two', value: '' }],
      url: undefined,
    })
  })

  await test.step('an expression completes names, shows what it gives and takes a value from the list', async () => {
    const panel = settings(page, 'Call')
    const address = panel.locator('[data-path="url"]')
    await address.getByRole('textbox').fill('https://example.com/{{')
    const editor = address.locator('.cm-content')
    await expect(editor).toBeFocused()
    await page.keyboard.type('$nodes.')
    await page.getByRole('option', { name: /^order/ }).click()
    await page.keyboard.press('Control+End')
    await expect(address.getByRole('status')).toContainText('https://example.com/')
    await config('call').toMatchObject({ url: 'https://example.com/{{ $nodes.order }}' })
    await editor.press('Control+a')
    await editor.press('Delete')
    await address.getByRole('button', { name: 'Insert value into Address' }).click()
    await page.keyboard.type('$trigger')
    await page.keyboard.press('Enter')
    await config('call').toMatchObject({ url: '{{ $trigger }}' })
    await address.getByRole('button', { name: 'Address as an expression' }).click()
    await address.getByRole('textbox').fill('https://example.com')
    await config('call').toMatchObject({ url: 'https://example.com' })
  })

  await test.step('a value that is dragged onto a field maps it', async () => {
    const field = settings(page, 'Call').locator('[data-path="timeout_ms"]')
    // As text: these tests are compiled without the names of the browser.
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.setData('application/x-chowk-path', '$nodes.order.total')
      return transfer
    })()`)
    await field.dispatchEvent('drop', { dataTransfer: data })
    await config('call').toMatchObject({ timeout_ms: '{{ $nodes.order.total }}' })
    await expect(field.locator('.cm-content')).toHaveText('{{ $nodes.order.total }}')
  })

  await test.step('title, name, policy and the switch are set, and names in expressions follow', async () => {
    const panel = settings(page, 'Call')
    await panel.getByLabel('Node title').fill('Ask the shop')
    await settings(page, 'Ask the shop').getByText('Errors and timeouts').click()
    const asked = settings(page, 'Ask the shop')
    await asked.getByLabel('When it fails', { exact: true }).selectOption('Continue with no output')
    await asked.getByLabel('Attempts').selectOption('3')
    await asked.getByLabel('Enabled').press('Space')
    const saved = expect.poll(() => kept(theirs, id, 'call'))
    await saved.toMatchObject({
      title: 'Ask the shop',
      on_error: 'continue',
      retry: { max_attempts: 3 },
      disabled: true,
    })
    await asked.getByLabel('Enabled').press('Space')
    await asked.getByLabel('Close settings').click()
    await card(page, 'order').dblclick()
    const name = settings(page, 'Order').getByLabel('Name in expressions')
    await name.fill('basket')
    await name.press('Enter')
    await config('call').toMatchObject({ timeout_ms: '{{ $nodes.basket.total }}' })
    await page.keyboard.press('Escape')
  })
})

test('a title that is typed before the fields are there is typed to its end', async ({ context, page, baseURL }) => {
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage
    const late: (() => void)[] = []
    const bringFields = () => {
      for (const one of late.splice(0)) one()
    }
    Object.assign(window, { bringFields })
    Worker.prototype.postMessage = function (message: { ask?: string }) {
      if (message.ask === 'describe') late.push(() => send.call(this, message))
      else send.call(this, message)
    }
  })
  const { theirs, id } = await opened(context, page, baseURL)
  await card(page, 'call').dblclick()
  const title = page.getByLabel('Node title')
  await title.fill('Call the')
  await page.keyboard.press('End')
  await page.evaluate('bringFields()')
  await expect(settings(page, 'Call the').getByLabel('Address', { exact: true })).toBeVisible()
  await page.keyboard.type(' bank')
  await expect(title).toHaveValue('Call the bank')
  await expect(title).toBeFocused()
  await expect.poll(async () => (await kept(theirs, id, 'call')).title).toBe('Call the bank')
})

test('goes through everything that is still to be set up', async ({ context, page, baseURL }) => {
  const { theirs, id } = await opened(context, page, baseURL)
  const list = page.getByRole('complementary', { name: 'Missing settings' })

  await test.step('the list is in order, and opens each field', async () => {
    await page.getByRole('button', { name: '3 to set up' }).click()
    await expect(list.getByRole('listitem')).toHaveText([
      /Call › Address/,
      /Rows › Database/,
      /Way › Rules 1 › Condition/,
    ])
    await list.getByRole('button', { name: /Address/ }).click()
    await expect(settings(page, 'Call').locator('[data-path="url"] :is(input, .cm-content)')).toBeFocused()
    await page.keyboard.type('https://example.com')
    await expect(list.getByText('2 items left.')).toBeVisible()
    await expect(list.getByRole('button', { name: /Address.*done/ })).toBeVisible()
  })

  await test.step('a reference that leads nowhere is mended with the nearest name', async () => {
    await list.getByRole('button', { name: /Condition/ }).press('Enter')
    const way = settings(page, 'Way')
    await way.getByRole('button', { name: 'Use order' }).click()
    await expect
      .poll(async () => (await kept(theirs, id, 'way')).config)
      .toMatchObject({ rules: [{ condition: '{{ $nodes.order.total > 100 }}' }] })
  })

  await test.step('a credential is made without leaving, and the workflow is ready', async () => {
    await list.getByRole('button', { name: /Database/ }).click()
    await settings(page, 'Rows').getByRole('button', { name: 'New credential for Database' }).click()
    const form = page.getByRole('dialog', { name: 'Add credential' })
    await form.getByLabel('Name', { exact: true }).fill('Shop')
    await form.getByLabel('Host').fill('db.example.com')
    await form.getByLabel('Port').fill('5432')
    await form.getByLabel('Database').fill('shop')
    await form.getByLabel('User').fill('reader')
    await form.getByRole('button', { name: 'Save credential' }).click()
    await expect(list.getByText('Ready to run')).toBeVisible()
    const credential = async () => (await kept(theirs, id, 'rows')).config.credential
    await expect.poll(credential).toEqual(expect.any(String))
    await theirs.call('DELETE', `/api/v1/credentials/${await credential()}?even_if_used=true`)
  })

  await test.step('a credential that was deleted is on the list again', async () => {
    await page.reload()
    await page.getByRole('button', { name: '1 to set up' }).click()
    await list.getByRole('button', { name: /Database/ }).click()
    await expect(settings(page, 'Rows').getByText('This credential was deleted')).toBeVisible()
  })
})
