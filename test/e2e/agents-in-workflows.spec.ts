/** A paid agent as a step: found, allowed its price, filled in and run in the designer, then sold inside another agent. And as a tool. */
import { expect, type Page, test } from '@playwright/test'
import { startModelPeer } from '#peers/model/server.ts'
import { expectSoundInEveryLook, openInApp } from '#test/support/browser.ts'
import { payInTestGateway } from '#test/support/checkout.ts'
import { opened } from '#test/support/designer.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { node as step, wires, workflow } from '#test/support/engine.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { sellerOn, superAdmin } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const ECHO = workflow(
  [
    step('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    step('end', 'code', { source: 'return { said: input.text }' }),
  ],
  wires('ask > end'),
)
const LISTED = {
  tagline: 'Says it again',
  description: 'Echoes texts.',
  category: 'finance',
  samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
  trial_runs: 0,
}
const DRAFTED = {
  name: 'Parrot',
  purpose: 'Repeats what people say.',
  instructions: 'Be brief.',
  topics: [],
  unsure: 'say_so',
  greeting: 'Namaste!',
  starters: [],
}

/** Sound at every width, with a picture where they are wanted (`PICTURES=yes`). */
const look = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) => page.screenshot({ path: `.data/screenshots/inside-${name}.${shade.name.replace(' ', '')}.png` })
      : undefined,
  )

test('a paid agent runs as a step of a workflow, for its price', async ({ page, context, browser, baseURL }) => {
  test.setTimeout(180_000)
  const url = baseURL ?? ''
  const admin = await superAdmin(url)
  const other = await browser.newContext()
  const { mine: seller } = await sellerOn(other, url)
  await other.close()
  const name = `Echo ${Date.now()}`
  const price = { price_type: 'per_run', price_paise: 500 }
  const slug = await putOnSale({ seller, admin, name, document: ECHO, listing: { ...LISTED, ...price } })
  const { mine } = await sellerOn(context, url)
  const credits = async () => (await done(mine.call('GET', '/api/v1/credits'))).balance_paise

  await page.goto(`/agent/${slug}`)
  await page.getByRole('button', { name: 'Top up credits' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with ₹500' }).click()
  await payInTestGateway(page)
  expect(await credits()).toBe(50_000)

  const document = graph(
    [node('go', 'manual_trigger', 'Go'), node('call', 'marketplace_agent', 'Echo it', {}, 280)],
    [edge('go', 'call')],
  )
  const { id } = await opened(page, mine, document, { name: 'With an agent' })
  const panel = page.getByRole('complementary', { name: 'Settings of Echo it' })
  const config = async () =>
    (await mine.call('GET', `/api/v1/workflows/${id}`)).data.document.nodes.find(
      (one: { id: string }) => one.id === 'call',
    ).config

  await test.step('it is found by its name, and allowed what it costs', async () => {
    await page.locator('.react-flow__node[data-id="call"]').dblclick()
    await panel.getByRole('searchbox', { name: 'Search for Agent' }).fill(name)
    await panel.getByRole('combobox', { name: 'Agent', exact: true }).selectOption({ label: `${name} (₹5 per run)` })
    await expect(panel.getByText('which is more than this step may cost')).toBeVisible()
    await look(page, 'settings')
    await panel.getByRole('button', { name: 'Allow ₹5' }).click()
    await expect(panel.getByText('which is more than this step may cost')).toBeHidden()
    await panel.getByRole('textbox', { name: 'Your text' }).fill('Namaste')
    await expect.poll(config).toMatchObject({ most_paise: 500, input: { text: 'Namaste' } })
  })

  await test.step('it runs, and is charged once', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(credits, { timeout: 30_000 }).toBe(49_500)
    const [run] = (await done(mine.call('GET', `/api/v1/executions?workflow_id=${id}`))).items
    await openInApp(page, `/runs/${run.id}`)
    await expect(page.getByText('Agents inside ₹5')).toBeVisible()
    await expect(page.getByRole('treeitem', { name })).toContainText('₹5')
  })

  await test.step('sold inside another agent, buyers are told of it and of its price', async () => {
    const { agent_id } = await config()
    const around = workflow(
      [
        step('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
        step('call', 'marketplace_agent', { agent_id, most_paise: 500, input: { text: '{{ $input.text }}' } }),
      ],
      wires('ask > call'),
    )
    const outer = await putOnSale({ seller: mine, admin, name: `Around ${name}`, document: around, listing: LISTED })
    // Its sample was run by its seller, who paid for what is inside.
    expect(await credits()).toBe(49_000)
    await openInApp(page, `/agent/${outer}`)
    const box = page.getByRole('complementary', { name: 'Price' })
    await expect(box.getByText(`${name}, for up to ₹5 more a run`)).toBeVisible()
    await expect(box.getByText('no card needed')).toBeHidden()
    await expect(page.getByText('Runs other agents')).toBeVisible()
    await look(page, 'listing')
  })

  await test.step('as a tool of a custom agent, it runs once the person agrees, for its price', async () => {
    const peer = await startModelPeer({ port: portOf(url, 'model of agents-in-workflows.spec.ts') })
    const model = { provider: 'custom', model: 'small', name: 'Small', base_url: peer.url }
    await done(mine.call('POST', '/api/v1/models', model))
    peer.behave({ type: 'answer', text: JSON.stringify(DRAFTED) })
    await openInApp(page, '/custom-agents')
    await page.getByLabel('Describe what it should do').fill('repeats what people say')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.locator('summary', { hasText: 'Tools' }).click()
    await page.getByRole('button', { name: 'Add to Tools' }).click()
    await page.getByLabel('Kind').selectOption({ label: 'Agent' })
    await page.getByRole('searchbox', { name: 'Search for Agent' }).fill(name)
    await page.getByRole('combobox', { name: 'Agent', exact: true }).selectOption({ label: `${name} (₹5 per run)` })
    await expect(page.getByText('which is more than this step may cost')).toBeVisible()
    const most = page.getByRole('textbox', { name: 'Maximum cost (₹)' })
    await most.fill('12.50')
    await expect(page.getByText('which is more than this step may cost')).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Purpose', exact: true }).last()).toHaveValue(LISTED.tagline)
    await look(page, 'tool')
    const tool = await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()
    await expect(page.getByText('Saved', { exact: true })).toBeAttached()
    await page.reload()
    await page.locator('summary', { hasText: 'Tools' }).click()
    await expect(most).toHaveValue('12.50')

    const before = await credits()
    const call = { id: 'c1', name: tool, arguments: JSON.stringify({ text: 'Namaste' }) }
    peer.behave({ type: 'tools', calls: [call] }, { type: 'answer', text: 'It says **Namaste**.' })
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    await message.fill('Please repeat Namaste')
    await message.press('Enter')
    await expect(page.getByText('The agent is waiting for an approval.')).toBeVisible()
    const agent = page.url()
    await page.getByRole('log').getByRole('link', { name: 'Open the run' }).click()
    await expect(page.getByRole('heading', { name: `May the agent use “${tool}”, for up to ₹12.50?` })).toBeVisible()
    expect(await credits()).toBe(before)
    await look(page, 'tool-asked')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(credits, { timeout: 30_000 }).toBe(before - 500)
    await page.goto(agent)
    await expect(page.getByRole('log').locator('strong')).toHaveText('Namaste')
    const trace = page.getByRole('region', { name: 'Trace' })
    await trace.getByRole('treeitem', { name }).click()
    await expect(trace.getByRole('treeitem', { name })).toContainText('₹5')
    await expect(trace.getByRole('link', { name: 'Open the run' }).last()).toBeVisible()
    await look(page, 'tool-answered')
    await peer.close()
  })
})
