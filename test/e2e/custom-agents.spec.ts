/** A custom agent from its sentence to an answer, and to the designer and back. */
import { expect, type Page, type Route } from '@playwright/test'
import OpenAI from 'openai'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { deliveryOf, messageFrom, NUMBER, type SentMessage } from '#peers/whatsapp/server.ts'
import { expectSoundInEveryLook, mark, openInApp, test } from '#test/support/browser.ts'
import { SECOND, timed } from '#test/support/clicks.ts'
import { addressOf, portOf } from '#test/support/e2e-ports.ts'
import { sellerOn } from '#test/support/people.ts'
import { policies } from '#test/support/policies.ts'
import type { Visit } from '#test/support/visit.ts'

const DRAFTED = {
  name: 'Front desk',
  purpose: 'Answers patients’ questions.',
  instructions: 'Be kind.',
  topics: ['appointments'],
  unsure: 'say_so',
  greeting: 'Namaste! How can I help?',
  starters: ['When are you open?'],
}
const says = (text: string) => ({ type: 'answer', text }) as const

/** A model of one's own at this server. */
async function withModel(mine: Visit, peer: ModelPeer): Promise<void> {
  const prices = { input_price: 100_000, output_price: 100_000 }
  const body = { provider: 'custom', model: 'small', name: 'Small', base_url: peer.url, ...prices }
  const { status } = await mine.call('POST', '/api/v1/models', body)
  expect(status).toBeLessThan(300)
}

/** Sound at every width, with a picture where they are wanted (`PICTURES=yes`). */
const look = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) => page.screenshot({ path: `.data/screenshots/agents-${name}.${shade.name.replace(' ', '')}.png` })
      : undefined,
  )
/** Answers the list of messages as it is while the newest message has no run yet. */
async function beforeItsRun(route: Route) {
  const answer = await route.fetch()
  const body = await answer.json()
  body.data.items[0].status = null
  await route.fulfill({ response: answer, json: body })
}
const sources = (page: Page) => page.getByRole('list', { name: 'Sources' })
const log = (page: Page) => page.getByRole('log')
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const open = (page: Page, section: string) => page.locator('summary', { hasText: section }).click()

/** Connects the service on the page to a number, which a person then writes to. */
async function askOnWhatsapp(page: Page, peer: ModelPeer, url: string): Promise<void> {
  const here = page.getByRole('region', { name: 'WhatsApp', exact: true })
  await here.getByRole('button', { name: 'Set up WhatsApp' }).click()
  await here.getByLabel('Phone number ID').fill(NUMBER.id)
  await here.getByLabel('Access token').fill('token-of-the-number')
  await here.getByLabel('App secret').fill('secret of the app')
  await here.getByLabel('Ask people to agree').uncheck()
  await here.getByRole('button', { name: 'Connect' }).click()
  const callback = await here.getByRole('region', { name: 'Callback URL' }).textContent()
  await here.getByRole('button', { name: 'Turn on' }).click()
  await expect(here.getByText('On', { exact: true })).toBeVisible()
  peer.behave(says('On Sunday we are **closed**.'))
  const person = '919800000123'
  const { body, headers } = deliveryOf('secret of the app', {
    messages: [messageFrom(person, 'wamid.sunday', { text: { body: 'Open on Sunday?' } })],
  })
  const { pathname } = new URL((callback ?? '').trim())
  await page.request.post(pathname, { headers, data: Buffer.from(body) })
  const answers = async () => {
    const sent: SentMessage[] = await (await page.request.get(`${addressOf(url, 'WhatsApp')}/sent`)).json()
    return sent.filter(({ to }) => to === person).map(({ text }) => text?.body)
  }
  await expect.poll(answers).toContain('On Sunday we are *closed*.')
}

/** Follows the API tab of the service to a key, and asks as its example says. */
async function askByOpenAi(page: Page, peer: ModelPeer, service: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'API' }).click()
  const example = await page.getByRole('region', { name: 'OpenAI SDK example in Node.js' }).textContent()
  const [, baseURL] = /baseURL: ['"]([^'"]+)/.exec(example ?? '') ?? []
  const [, model = ''] = /model: ['"]([^'"]+)/.exec(example ?? '') ?? []
  await page.getByRole('link', { name: 'API key', exact: true }).first().click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('Reminders')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const apiKey = (await page.getByRole('region', { name: 'API key', exact: true }).textContent()) ?? ''
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  peer.behave(says('We are at the town hall.'))
  const messages = [{ role: 'user' as const, content: 'Where are you?' }]
  const { choices } = await new OpenAI({ apiKey, baseURL: baseURL ?? '' }).chat.completions.create({ model, messages })
  expect(choices[0]?.message.content).toBe('We are at the town hall.')
  await openInApp(page, new URL(service).pathname)
}

/** The runs of a service that answered on its page, on WhatsApp and by the API: each with its cost and its trace. */
async function seeCosts(page: Page, service: string): Promise<void> {
  const newestFirst = ['Where are you?', 'Open on Sunday?', 'When do you open?']
  for (const [at, question] of newestFirst.entries()) {
    await page.goto(`${new URL(service).pathname}?tab=runs`)
    const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row')
    await runs
      .nth(at + 1)
      .getByRole('link')
      .first()
      .click()
    const trace = page.getByRole('region', { name: 'Trace' })
    await expect(trace.getByRole('treeitem', { name: 'small' })).toBeVisible()
    await expect(trace).toContainText(question)
    await expect(page.getByRole('status').filter({ hasText: 'Started' })).toContainText('₹')
    if (at !== 1) continue
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    await expect(answer.locator('strong')).toHaveText('closed')
    await expect(answer.getByText('Passages it read')).toHaveCount(0)
    await look(page, 'run')
  }
}

test('an agent is made from a sentence, answers while it is built, and opens as a workflow and back', async ({
  page,
  baseURL,
}) => {
  const { mine, url } = await sellerOn(page.context(), baseURL)
  const peer = await startModelPeer({ port: portOf(url, 'model of custom-agents.spec.ts') })

  await test.step('without a model, the page says what to do', async () => {
    await page.goto('/custom-agents')
    await expect(page.getByRole('link', { name: 'Connect a model' })).toBeVisible()
    await look(page, 'list-empty')
  })

  const about = { ms: 120 * SECOND, clicks: 12 }
  await timed(page, 'from a sentence to a cited answer over three PDFs', about, async () => {
    await openInApp(page, '/custom-agents')
    await page.getByLabel('Describe what it should do').fill('answers questions about working here')
    await page.getByRole('button', { name: 'Create agent' }).click()
    // An address that can't be read leaves no knowledge base behind.
    await page.getByLabel('Add from a web address').fill('https://10.0.0.1/')
    await page.keyboard.press('Enter')
    await expect(page.getByText('not on the public internet')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Knowledge bases' })).toBeHidden()
    await page.getByLabel('Add documents').setInputFiles(await policies())
    await expect(page.getByRole('status').getByText('3 of 3 documents searchable')).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText('No model is connected.')).toBeVisible()
    await message(page).click()
    await message(page).fill('How many days of annual leave do I have?')
    await message(page).press('Enter')
    await expect(log(page)).toContainText('“Every employee has 24 days of annual leave a year.” [')
    await sources(page)
      .getByRole('button', { name: /leave\.pdf Page 2/ })
      .click()
    await expect(mark(page).first()).toBeInViewport()
  })
  await look(page, 'source')
  await page.keyboard.press('Escape')
  await look(page, 'knowledge')

  await test.step('what the documents don’t answer is said, and nothing is made up', async () => {
    await message(page).fill('Who won the football match on Saturday?')
    await message(page).press('Enter')
    await expect(log(page)).toContainText('I can’t find an answer to this in the documents.')
  })

  await test.step('with a model, the answer is in its words and cites what it read', async () => {
    await withModel(mine, peer)
    await page.reload()
    const search = { id: 'c1', name: 'knowledge_search', arguments: '{"query":"annual leave"}' }
    peer.behave({ type: 'tools', calls: [search] }, says('You have **24 days** [1].'))
    await message(page).fill('And how many days is that?')
    await message(page).press('Enter')
    await expect(log(page).locator('strong')).toHaveText('24 days')
    await expect(sources(page).last().getByRole('listitem')).toHaveText(/\[1\]\s*leave\.pdf\s*Page 2/)
    const told = peer.asked.at(-1)?.body.messages?.at(-1)?.content
    expect(told).toContain('[1] leave.pdf, page 2')
    await log(page).getByRole('button', { name: 'Source 1: leave.pdf' }).last().click()
    await expect(mark(page).first()).toBeInViewport()
    await page.keyboard.press('Escape')
  })

  await test.step('a sentence becomes an agent', async () => {
    peer.behave(says(JSON.stringify(DRAFTED)))
    await openInApp(page, '/custom-agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.getByLabel('Describe what it should do').fill('answers our patients’ questions')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/custom-agents\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('textbox', { name: 'Purpose' })).toHaveValue(DRAFTED.purpose)
    await expect(log(page)).toContainText(DRAFTED.greeting)
  })

  await test.step('it answers a starter question, and the trace has the call of the model', async () => {
    peer.behave(says('We open **at nine**.'))
    await page.getByRole('button', { name: 'When are you open?' }).click()
    await expect(log(page).locator('strong')).toHaveText('at nine')
    const trace = page.getByRole('region', { name: 'Trace' })
    await expect(trace).toContainText('1 model call')
    const call = trace.getByRole('treeitem', { name: 'small' })
    await expect(call).toHaveAttribute('aria-selected', 'true')
    await expect(trace).toContainText('When are you open?')
    await expect(trace).toContainText('# Purpose')
    await call.press('ArrowUp')
    await expect(trace.getByRole('treeitem', { selected: true })).not.toContainText('small')
    await page.keyboard.press('ArrowDown')
    await trace.getByRole('button', { name: 'Raw JSON' }).click()
    await expect(trace.getByRole('region', { name: 'The call as JSON' })).toContainText('"role": "system"')
    await trace.getByRole('button', { name: 'Raw JSON' }).click()
    await look(page, 'answered')
  })

  await test.step('what is typed into its parts is in the next answer’s prompt', async () => {
    const instructions = page.getByRole('textbox', { name: 'Instructions' })
    await instructions.press('ControlOrMeta+End')
    await instructions.pressSequentially(' Mention the holiday.')
    peer.behave(says('We are closed on Friday.'))
    await message(page).fill('And on Friday?')
    await message(page).press('Enter')
    await expect(log(page)).toContainText('We are closed on Friday.')
    const sent = JSON.stringify(peer.asked.at(-1)?.body.messages)
    expect(sent).toContain('Be kind. Mention the holiday.')
    expect(sent).toContain('We open **at nine**.')
  })

  await test.step('an answer becomes a test case, and versions are compared on it', async () => {
    const address = page.url()
    const trace = page.getByRole('region', { name: 'Trace' })
    await trace.getByRole('button', { name: 'Make a test case' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a test case' })
    await dialog.getByLabel('Name').fill('Closed on Friday')
    await dialog.getByLabel('Compare by').selectOption('contains')
    await dialog.getByLabel('Expected').fill('Friday')
    await look(page, 'make-case')
    await dialog.getByRole('button', { name: 'Save test case' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: 'Test cases', exact: true }).click()
    await expect(page.getByLabel('Name of test case 1')).toHaveValue('Closed on Friday')
    await page.getByRole('button', { name: 'Run test cases' }).click()
    const results = page.getByRole('table', { name: 'Results by case' })
    await expect(results).toContainText('100%')
    await page.getByLabel('Run with').selectOption({ index: 2 })
    peer.behave(says('We never close.'))
    await page.getByRole('button', { name: 'Run test cases' }).click()
    await expect(results).toContainText(/(?<!10)0%/)
    await expect(page.getByRole('table', { name: 'Two versions, case by case' })).toContainText('worse')
    await look(page, 'test-cases')
    await page.goto(address)
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of the instructions' })
    await expect(history.locator('ins')).toContainText('Mention the holiday.')
    await look(page, 'prompt-history')
    await history.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('a reload keeps the conversation, and an edited message takes the place of what followed', async () => {
    await page.reload()
    await expect(log(page)).toContainText('We are closed on Friday.')
    peer.behave(says('On Sunday we are closed, too.'))
    await page.getByRole('button', { name: 'Edit message' }).last().click()
    await page.getByRole('textbox', { name: 'Edit message' }).fill('And on Sunday?')
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await expect(log(page)).toContainText('On Sunday we are closed, too.')
    await expect(log(page)).not.toContainText('We are closed on Friday.')
  })

  await test.step('an answer that takes too long is stopped, and asked for again', async () => {
    peer.behave({ type: 'hang' })
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    // The page learns of the message before its run is there.
    await page.route(/\/conversations\/[^/]+\/messages\?/, beforeItsRun, { times: 1 })
    await message(page).fill('Are you there?')
    await message(page).press('Enter')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(log(page)).toContainText('You stopped the answer.')
    peer.behave(says('Yes.'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(log(page)).toContainText('Yes.')
  })

  await test.step('a wrong answer is fixed for good: the next same question gets exactly what a person wrote', async () => {
    peer.behave(says('Parking costs ₹900.'))
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    await message(page).fill('Is there parking?')
    await message(page).press('Enter')
    await expect(log(page)).toContainText('Parking costs ₹900.')
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Fix this answer' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Fix this answer' })
    await expect(dialog.getByLabel('When asked')).toHaveValue('Is there parking?')
    await dialog.getByLabel('Say exactly').fill('Parking is **free** for patients.')
    await look(page, 'fix')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    const asked = peer.asked.length
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    await message(page).fill('is there PARKING')
    await message(page).press('Enter')
    await expect(log(page).locator('strong', { hasText: 'free' })).toBeVisible()
    expect(peer.asked).toHaveLength(asked)
    await expect(page.getByRole('region', { name: 'Trace' })).toContainText('Gave a curated answer')
  })

  await test.step('curated answers are edited, tried and deleted in the builder', async () => {
    await open(page, 'Curated answers')
    await page.getByLabel('Try a question').fill('Can I fly?')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByText(/No curated answer is close|The model answers/)).toBeVisible()
    await page.getByLabel('Try a question').fill('Please, is there parking?')
    await page.getByLabel('Try a question').press('Enter')
    await expect(page.getByText('The first of these answers would be given.')).toBeVisible()
    await look(page, 'curated')
    await page.getByRole('button', { name: 'Edit “Is there parking?”' }).click()
    await page.getByLabel('When asked').fill('Is there parking?\nCan I park?')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('and 1 more')).toBeVisible()
    await page.getByRole('button', { name: 'Delete “Is there parking?”' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('and 1 more')).toHaveCount(0)
  })

  await test.step('it asks before it remembers a person, who sees and erases what it remembers', async () => {
    await open(page, 'Memory')
    await page.getByRole('checkbox', { name: 'Remember the person' }).check()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(page.getByText('This agent remembers facts you tell it about yourself.')).toBeVisible()
    await look(page, 'memory')
    const calls = [{ name: 'remember_fact', arguments: { fact: 'Lives in Pune' } }]
    peer.behave({ type: 'tools', calls }, says('Good to know.'))
    await message(page).fill('I live in Pune.')
    await message(page).press('Enter')
    await expect(log(page)).toContainText('Good to know.')
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    const builder = page.url()
    await page.getByRole('link', { name: 'See and change them' }).click()
    await expect(page.getByText('Lives in Pune')).toBeVisible()
    await look(page, 'remembered')
    await page.getByRole('button', { name: 'Edit “Lives in Pune”' }).click()
    await page.getByRole('textbox', { name: 'Fact' }).fill('Lives in Delhi')
    await page.getByRole('textbox', { name: 'Fact' }).press('Enter')
    await expect(page.getByText('Edited by you')).toBeVisible()
    await page.getByRole('button', { name: 'Stop and erase what Front desk remembers' }).click()
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(page.getByText('Nothing. An agent asks you before it remembers anything.')).toBeVisible()
    await page.goto(builder)
  })

  await test.step('a sub-agent is added in its form, and offered to the model', async () => {
    await open(page, 'Sub-agents')
    await page.getByRole('button', { name: 'Add to Sub-agents' }).click()
    const field = (name: string) => page.locator(`[data-path="sub_agents.0.${name}"]`).getByRole('textbox').first()
    await field('name').fill('billing')
    await field('description').fill('Answers questions about bills.')
    await look(page, 'sub-agent')
    peer.behave(says('Noted.'))
    await message(page).fill('Who answers about bills?')
    await message(page).press('Enter')
    await expect(log(page)).toContainText('Noted.')
    expect(JSON.stringify(peer.asked.at(-1)?.body.tools)).toContain('billing')
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  })

  await test.step('guardrails become steps, and undo takes them back', async () => {
    await open(page, 'Guardrails')
    await page.getByRole('switch', { name: 'Check messages before the model sees them' }).check()
    await expect(page.getByRole('textbox', { name: 'Reply to a stopped message' })).toBeVisible()
    await look(page, 'guardrails')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('switch', { name: 'Check messages before the model sees them' })).not.toBeChecked()
  })

  await test.step('published, it gets a chat page without the marketplace, and a visitor chats there', async () => {
    const builder = page.url()
    await page.getByRole('button', { name: 'Channels' }).click()
    const channels = page.getByRole('dialog', { name: 'Where people chat with it' })
    await look(page, 'channels-draft')
    await channels.getByRole('button', { name: 'Publish' }).click()
    const publishing = page.getByRole('dialog', { name: 'Publish agent' })
    await publishing.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await channels.getByRole('button', { name: 'Set up page and channels' }).press('Enter')
    await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}\?tab=share$/)
    const chat = page.getByRole('region', { name: 'Chat page', exact: true })
    await chat.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Turned on', { exact: true })).toBeVisible()
    await look(page, 'service')
    const address = (await chat.getByRole('region', { name: 'Address of the chat page' }).textContent()) ?? ''
    const visitor = await (await page.context().browser()?.newContext())?.newPage()
    if (!visitor) throw new Error('No page for the visitor')
    await visitor.goto(address.trim())
    peer.behave(says('We open at **nine**.'))
    await message(visitor).fill('When do you open?')
    await message(visitor).press('Enter')
    await expect(log(visitor).locator('strong')).toHaveText('nine')
    await visitor.context().close()
    const service = page.url()
    await test.step('WhatsApp answers with it', () => askOnWhatsapp(page, peer, url))
    await test.step('so does the OpenAI SDK, with a key that the page leads to', () => askByOpenAi(page, peer, service))
    await test.step('what each answer cost, and why, is said', () => seeCosts(page, service))
    await page.goto(builder)
    await page.getByRole('button', { name: 'Channels' }).click()
    await expect(channels.getByRole('link', { name: 'Page and channels' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('it opens as a workflow, and comes back while its shape fits', async () => {
    await page.getByRole('link', { name: 'Open as workflow' }).click()
    await expect(page).toHaveURL(/\/workflows\/designer/)
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    peer.behave(says('In the **designer**, too.'))
    await message(page).fill('Do you answer here?')
    await message(page).press('Enter')
    await expect(log(page).locator('strong').last()).toHaveText('designer')
    await page.getByRole('link', { name: 'Open in builder' }).click()
    await expect(page.getByRole('textbox', { name: 'Purpose' })).toHaveValue(DRAFTED.purpose)
  })

  await test.step('once it has outgrown the builder, that is said, and the chat stays', async () => {
    const id = page.url().split('/').at(-1)
    const { data } = await mine.call('GET', `/api/v1/workflows/${id}`)
    const extra = {
      id: 'extra',
      type: 'set_fields',
      version: 1,
      title: 'Extra',
      config: { json: '{}' },
      position: { x: 0, y: 400 },
    }
    const added = await mine.call('PUT', `/api/v1/workflows/${id}`, {
      base_revision: data.revision,
      operations: [{ type: 'add_node', node: extra }],
    })
    expect(added.status).toBe(200)
    await expect(page.getByText('This agent has outgrown the builder')).toBeVisible()
    await expect(page.getByText('“Extra”')).toBeVisible()
    await expect(message(page)).toBeVisible()
  })

  await test.step('the list has it', async () => {
    await page.getByRole('link', { name: 'Custom agents' }).first().click()
    const row = page.getByRole('row', { name: /Front desk/ })
    await expect(row).toContainText('Published')
    await expect(row).toContainText('Page and channels')
    await page.getByRole('button', { name: 'New agent' }).click()
    await expect(page.getByRole('button', { name: /Front desk of a clinic/ })).toBeVisible()
    await look(page, 'new')
  })
  await peer.close()
})
