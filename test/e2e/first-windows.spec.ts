/** What a reader sees first: what is next, how a service does, what a workflow is made of, what a base answers, and on a phone what runs an agent. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, mark, test } from '#test/support/browser.ts'
import { personOn, sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

test('the dashboard names the next step, and a service begins with how it does', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const { id: agent_id } = await done(mine.call('GET', '/api/v1/agents/icd10-coder'))
  const service = await done(mine.call('POST', '/api/v1/services', { agent_id, name: 'Ward coder' }))
  await mine.run({ service_id: service.id }, { text: 'Type 2 diabetes mellitus. No fever.' }, 20_000)

  await page.goto('/dashboard')
  const needs = page.getByRole('region', { name: 'Needs you' })
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
  await expect(state).toContainText('of 1 runs')
  await expect(state.getByRole('link', { name: 'Set a schedule' })).toBeVisible()
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

test('a knowledge base answers an example from its own documents', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const base = await done(mine.call('POST', '/api/v1/knowledge', { name: 'Staff handbook' }))
  const form = new FormData()
  form.set(
    'file',
    new Blob(['# Leave\n\nEveryone has 24 days.\n\n# Notice\n\nThe period is two months.']),
    'handbook.md',
  )
  await mine.call('POST', `/api/v1/knowledge/${base.id}/documents`, form)
  const examples = async () => (await done(mine.call('GET', `/api/v1/knowledge/${base.id}`))).examples.length
  await expect.poll(examples, { timeout: 90_000 }).toBe(2)
  await page.goto(`/knowledge/${base.id}?tab=search`)
  await expect(page.getByRole('heading', { name: 'What a search for “Leave” finds' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Passages' })).toContainText('Everyone has 24 days.')
  await page.getByRole('button', { name: 'Notice' }).click()
  await expect(page.getByRole('list', { name: 'Passages' }).getByRole('button').first()).toContainText('two months')
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

test('a template shows what it gives, needs and costs, and a card of an agent the same facts each time', async ({
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
  for (const facts of await cards.locator('dl').all()) await expect(facts).toHaveText(/^Runs.*Success.*Median time.*$/)
  await expect(cards.locator('dl').filter({ hasText: 'Not measured yet' }).first()).toBeVisible()
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
