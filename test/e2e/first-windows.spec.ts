/** What a reader sees first: what is next, how a service does, what a workflow is made of, what a base answers, and on a phone what runs an agent. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, mark, run, test, viewer } from '#test/support/browser.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { personOn, sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

test('the dashboard names the next step, and a service begins with how it does', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const { id: agent_id } = await done(mine.call('GET', '/api/v1/agents/icd10-coder'))
  const service = await done(mine.call('POST', '/api/v1/services', { agent_id, name: 'Ward coder' }))
  await mine.run({ service_id: service.id }, { text: 'Type 2 diabetes mellitus. No fever.' }, 20_000)

  await page.goto('/dashboard')
  const needs = page.getByRole('region', { name: 'Needs you' })
  await expect(needs.getByRole('listitem')).toHaveText([/Documents to review.*1.*Review/])
  const [{ execution_id }] = (await done(mine.call('GET', '/api/v1/review'))).items
  await done(mine.call('POST', `/api/v1/executions/${execution_id}/sign-off`, { number: 0, undecided: true }))
  await page.reload()
  await expect(needs).toContainText('Nothing waits for you.')
  await expect(page.getByRole('region', { name: 'Latest runs' })).toContainText('E11.9 Type 2 diabetes mellitus')
  await expect(page.getByRole('region', { name: 'Last 7 days' })).toContainText('none in the 7 days before')
  await expectSoundInEveryLook(page)
  await needs.getByRole('link', { name: 'Start a batch' }).click()
  await expect(page).toHaveURL(`/my-ai-services/${service.id}?tab=batches`)

  await page.goto(`/my-ai-services/${service.id}`)
  const state = page.getByRole('main').locator('dl').first()
  await expect(state).toContainText('E11.9 Type 2 diabetes mellitus')
  await expect(state).not.toContainText('R50.9')
  await expect(state).toContainText('100%')
  await expect(state).toContainText('of one run')
  await expect(state.getByRole('link', { name: 'Set a schedule' })).toBeVisible()

  await test.step('its runs and its address are in the first window, and a run is one row, one key or one paste away', async () => {
    await expect(page.getByText(`/mcp/services/${service.id}`)).toBeInViewport()
    await expect(page.getByRole('row', { name: /E11\.9 Type 2 diabetes mellitus/ })).toBeInViewport()
    const samples = page.getByRole('group', { name: 'Start from a sample' })
    await expect(page.getByRole('button', { name: /Run with a document or a text/ })).toBeInViewport()
    await expect(samples).toBeInViewport()
    await page.keyboard.press('n')
    await expect(page.getByRole('button', { name: 'Close the form' })).toBeVisible()
    await expect(samples).toBeVisible()
    await page.getByRole('button', { name: 'Close the form' }).click()
    // A sample is one press away, and needs nothing but Enter then.
    await samples.getByRole('button').first().click()
    await expect(run(page)).toBeFocused()
    await expect(run(page)).toBeEnabled()
    await page.getByRole('button', { name: 'Close the form' }).click()
    await page.getByLabel('Choose a document').setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Acute bronchitis.'),
    })
    await expect(page.getByText('letter.txt')).toBeVisible()
    await expect(run(page)).toBeFocused()
    await page.getByRole('button', { name: 'Close the form' }).click()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Essential hypertension.')
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    })()`)
    await expect(run(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/[?&]run=/)
    await expect(viewer(page)).toContainText('I10')
    await expect(page.getByRole('table', { name: 'Runs' }).getByText('Succeeded')).toHaveCount(2)
  })
})

test('own workflows say what starts them and which steps they have', async ({ page, context, baseURL }) => {
  const { mine } = await sellerOn(context, baseURL)
  await done(mine.call('POST', '/api/v1/workflow-templates/check-claim-codes/use', {}))
  await page.goto('/my-workflows?tab=own')
  const row = page.getByRole('row', { name: /Check the codes of a claim/ })
  await expect(row).toContainText('Draft')
  await expect(row).toContainText('Input form')
  await expect(row.getByRole('list', { name: 'First steps' }).getByRole('listitem')).toHaveCount(5)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing like it')
  await expect(page.getByText('No workflows match')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('claim')
  await expect(row).toBeVisible()
  await expect(page).toHaveURL('/my-workflows?tab=own&search=claim')
  await page.getByRole('link', { name: 'New workflow' }).click()
  await expect(page).toHaveURL('/agents/create')
})

test('own workflows are narrowed, ordered, run, switched and put away from their list, by keyboard too', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL)
  const made = async (name: string, document: object) =>
    (await done(mine.call('POST', '/api/v1/workflows', { name, document }))).id
  const hooked = await made(
    'Take orders',
    workflow([node('start', 'webhook_trigger'), set('done', { ok: true })], wires('start > done')),
  )
  await done(mine.call('POST', `/api/v1/workflows/${hooked}/publish`, { base_revision: 0 }))
  await made('Alone', workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done')))
  await made(
    'Greet',
    workflow([node('start', 'manual_trigger'), set('done', { text: '{{ $trigger.name }}' })], wires('start > done')),
  )
  await page.goto('/my-workflows?tab=own')
  const rows = page
    .getByRole('table', { name: 'Your workflows' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  const rowOf = (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) })
  await test.step('the address keeps what is chosen, Back takes it away', async () => {
    const triggers = page.getByRole('navigation', { name: 'Trigger' })
    await triggers.getByRole('link', { name: /Webhook/ }).click()
    await expect(page).toHaveURL('/my-workflows?tab=own&starts=webhook')
    await expect(rows).toHaveCount(1)
    await page.reload()
    await expect(rowOf('Take orders')).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(3)
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('By name')
    await expect(page).toHaveURL('/my-workflows?tab=own&sort=name')
    await expect(rows.first()).toContainText('Alone')
  })
  await test.step('its trigger is switched off and on', async () => {
    const on = rowOf('Take orders').getByRole('switch', { name: 'Webhook starts Take orders' })
    await expect(on).toBeChecked()
    await on.click()
    await expect(on).not.toBeChecked()
    const { triggers } = await done(mine.call('GET', `/api/v1/workflows/${hooked}/triggers`))
    expect(triggers[0]).toMatchObject({ type: 'webhook', paused: true })
    await expect(rowOf('Alone').getByRole('switch')).toHaveCount(0)
    await expectSoundInEveryLook(page)
  })
  await test.step('J walks to a row, X selects it, and what is selected is archived together', async () => {
    await page.keyboard.press('j')
    await expect(rowOf('Alone')).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(rowOf('Greet').getByRole('checkbox')).toBeChecked()
    const bar = page.getByRole('toolbar', { name: 'Selected workflows' })
    await expect(bar).toContainText('1 selected')
    await bar.getByRole('button', { name: 'Clear selection' }).click()
  })
  await test.step('one runs at once, one asks for its input first', async () => {
    await rowOf('Greet').getByRole('button', { name: 'Run Greet' }).click()
    const question = page.getByRole('dialog', { name: 'Run “Greet”' })
    await question.getByLabel('Input as JSON').fill('{"name": "Asha"}')
    await question.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page).toHaveURL(/\/runs\//)
    await page.goto('/my-workflows?tab=own&sort=name')
    await expect(rowOf('Greet')).toContainText('Succeeded')
    await rowOf('Alone').getByRole('button', { name: 'Run Alone' }).click()
    await expect(page).toHaveURL(/\/runs\//)
    await page.goto('/my-workflows?tab=own&sort=name')
    await expect(rowOf('Alone')).toContainText('Succeeded')
  })
  await test.step('two are archived, and come back', async () => {
    for (const name of ['Alone', 'Greet']) await rowOf(name).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(3)
  })
})

test('a knowledge base answers an example from its own documents', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const base = await done(mine.call('POST', '/api/v1/knowledge', { name: 'Staff handbook' }))
  const form = new FormData()
  form.set(
    'file',
    new Blob(['# Leave\n\nEveryone has **24 days**.\n\n# Notice\n\nThe period is two months.']),
    'handbook.md',
  )
  await mine.call('POST', `/api/v1/knowledge/${base.id}/documents`, form)
  const examples = async () => (await done(mine.call('GET', `/api/v1/knowledge/${base.id}`))).examples.length
  await expect.poll(examples, { timeout: 90_000 }).toBe(2)
  await page.goto(`/knowledge/${base.id}?tab=search`)
  await expect(page.getByRole('heading', { name: 'What a search for “Leave” finds' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Passages' })).toContainText('Everyone has 24 days.')
  await expect(page.getByRole('list', { name: 'Passages' }).locator('strong')).toHaveText('24 days')
  await page.getByRole('button', { name: 'Notice' }).click()
  await expect(page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first()).toContainText('two months')
  await expectSoundInEveryLook(page)
  // On a phone the document opens over the passages, at the place.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('list', { name: 'Passages' }).getByRole('button').first().click()
  const document = page.getByRole('dialog', { name: 'handbook.md' })
  await expect(mark(page).last()).toContainText('The period is two months.')
  await expectSoundInEveryLook(page)
  await page.keyboard.press('Escape')
  await expect(document).toBeHidden()
})

test('a template shows what it gives, needs and costs, and a card of an agent its figures once there are some', async ({
  page,
  context,
  baseURL,
}) => {
  await sellerOn(context, baseURL)
  await page.goto('/workflows/templates')
  const template = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await expect(template('Check the codes of a claim')).toContainText('Type 2 diabetes mellitus')
  await expect(template('Check the codes of a claim')).toContainText('Rejected')
  await expect(template('Check the codes of a claim').getByRole('list', { name: 'Requirements' })).toHaveText(
    'A filled-in formNo modelNo accounts₹0 per run',
  )
  await expect(template('Draft a reply with a language model')).toContainText('Cost depends on your model')
  await page.goto('/marketplace')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(cards.first()).toBeVisible()
  for (const facts of await cards.locator('dl').all()) await expect(facts).toHaveText(/^Runs[1-9]/)
  await expect(cards.filter({ hasNotText: 'Runs' }).first()).toBeVisible()
  await expect(cards.filter({ hasText: /Not measured|No reviews/ })).toHaveCount(0)
})

test('on a phone an agent is run from the bottom of the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/agent/icd10-coder')
  const bar = page.getByRole('region', { name: 'Run this agent' })
  await expect(bar).toBeInViewport({ ratio: 1 })
  // Pressed where it is, as a thumb does: `click` would scroll to where the bar is at home, at the end of the page.
  const button = await bar.getByRole('button', { name: 'Use your own' }).boundingBox()
  if (button === null) throw new Error('The button has no place')
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await expect(page.getByRole('heading', { name: 'Try it' })).toBeInViewport()
  await expect(bar).toBeHidden()
})
