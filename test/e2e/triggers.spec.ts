import { expect, test } from '@playwright/test'
import { edge, graph, node } from '#test/support/graphs.ts'
import { person, sellerOn } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

const document = (type: string, version: number, config: object) =>
  graph(
    [
      node('start', type, 'Start', { ...config }, 0, 0, version),
      node('got', 'set_fields', 'Got', { json: '{{ $trigger }}' }),
    ],
    [edge('start', 'got')],
  )

test('a webhook is tried out, protected and paused on its page', async ({ page, context, baseURL, request }) => {
  const { mine, url } = await sellerOn(context, baseURL)
  const { data: made } = await mine.call('POST', '/api/v1/workflows', {
    name: 'Orders',
    document: document('webhook_trigger', 2, { respond: 'when_finished' }),
  })
  await test.step('the designer listens at its test address and keeps what comes', async () => {
    await page.goto(`/workflows/designer?workflow=${made.id}&node=start`)
    await page.getByRole('button', { name: 'Listen for a request' }).click()
    await expect(page.getByText('Send a request to this address now.')).toBeVisible()
    await request.post(`${url}${made.hook.test_path}`, { data: { order: 41 } })
    await expect(page.getByText('A request arrived, and its data is pinned')).toBeVisible()
    const pins = (await mine.call('GET', `/api/v1/workflows/${made.id}/pins`)).data
    expect(JSON.stringify(pins)).toContain('"order":41')
  })
  await page.goto(`/my-workflows/${made.id}/triggers`)
  await expect(page.getByLabel('Test address', { exact: true }).last()).toContainText(made.hook.test_path)
  // What arrives is shown without asking.
  await request.post(`${url}${made.hook.test_path}?from=shop`, { data: { order: 42 } })
  await expect(page.getByLabel('Request', { exact: true })).toContainText('"order": 42', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Add secret' }).click()
  await page.getByRole('button', { name: 'Create secret' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).not.toBeEmpty()
  await page.getByRole('button', { name: 'Done' }).click()
  // A change holds within a second.
  const status = async () => (await request.post(`${url}${made.hook.path}`, { data: {} })).status()
  await expect.poll(status).toBe(403)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await expect.poll(status).toBe(404)
  await test.step('a form says its address in the designer, too', async () => {
    const { data: form } = await mine.call('POST', '/api/v1/workflows', {
      name: 'Contact',
      document: document('form_trigger', 1, { title: 'Report a problem', fields: [] }),
    })
    const { data: found } = await mine.call('GET', `/api/v1/workflows/${form.id}/triggers`)
    await page.goto(`/workflows/designer?workflow=${form.id}&node=start`)
    await expect(page.getByRole('region', { name: 'Address', exact: true })).toContainText(found.triggers[0].address)
    await page.getByRole('link', { name: 'Open form' }).click()
    await expect(page.getByRole('heading', { name: 'Report a problem' })).toBeVisible()
  })
})

test('a public form is filled in by a person without an account', async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  const author = await person(context, 'seller', url)
  const mine = visit(url, await signIn(url, author.email, author.password))
  const fields = [
    { name: 'mail', label: 'E-mail', type: 'email', required: true },
    { name: 'text', label: 'Details', type: 'textarea' },
  ]
  const { data: made } = await mine.call('POST', '/api/v1/workflows', {
    name: 'Contact',
    document: document('form_trigger', 1, { title: 'Report a problem', fields, message: 'We will be in touch.' }),
  })
  const { data: found } = await mine.call('GET', `/api/v1/workflows/${made.id}/triggers`)
  await page.goto(found.triggers[0].address)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('E-mail is required')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('Details').fill('<script>alert(1)</script>')
  await page.getByLabel('E-mail').fill('asha@example.test')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We will be in touch.')).toBeVisible()
})

test('a workflow starts when a row of a data table is added', async ({ page, context, baseURL }) => {
  const { mine } = await sellerOn(context, baseURL)
  const { data: table } = await mine.call('POST', '/api/v1/data-tables', {
    name: 'Orders',
    columns: [{ name: 'customer' }, { name: 'amount', type: 'number' }],
  })
  const add = (customer: string, amount: number) =>
    mine.call('POST', `/api/v1/data-tables/${table.id}/rows`, { rows: [{ customer, amount }] })
  const { data: made } = await mine.call('POST', '/api/v1/workflows', {
    name: 'Large orders',
    document: document('table_trigger', 1, {}),
  })
  await test.step('the designer listens for a change and keeps what comes', async () => {
    await page.goto(`/workflows/designer?workflow=${made.id}&node=start`)
    await page.getByLabel('Data table', { exact: true }).selectOption({ label: 'Orders' })
    await page.getByRole('button', { name: 'Listen for a change' }).click()
    await expect(page.getByText('Add, change or delete a row of the table now.')).toBeVisible()
    await add('Asha', 41)
    await expect(page.getByText('A row changed, and its data is pinned')).toBeVisible()
    const pins = (await mine.call('GET', `/api/v1/workflows/${made.id}/pins`)).data
    expect(JSON.stringify(pins)).toContain('"customer":"Asha"')
  })
  const { data: drawn } = await mine.call('GET', `/api/v1/workflows/${made.id}`)
  await mine.call('POST', `/api/v1/workflows/${made.id}/publish`, { base_revision: drawn.revision })
  await page.goto(`/my-workflows/${made.id}/triggers`)
  const card = page.getByRole('region', { name: 'Data table change' })
  await expect(card.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(card.getByText('A row is added', { exact: true })).toBeVisible()
  await add('Ravi', 42)
  await expect(page.getByRole('link', { name: 'Ravi' }).or(page.getByText('Succeeded')).first()).toBeVisible()
  const runs = async () => (await mine.call('GET', `/api/v1/executions?workflow_id=${made.id}`)).data.items.length
  await expect.poll(runs).toBe(2)
})
