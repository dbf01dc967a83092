/** What people of each role have, so that pages show something. */
import type { Role } from '#contract/core/access.ts'
import { somebody } from './browser.ts'
import { SMALL } from './graphs.ts'
import { packPackage, testPiece } from './npm-registry.ts'
import { payoutRun } from './payouts.ts'
import { SUPER_ADMIN, superAdmin } from './people.ts'
import { signIn, type Visit, visit } from './visit.ts'

interface Who {
  email: string
  password: string
}

/** @returns ids by the names that paths of sights have in braces */
export async function thingsOf(url: string, role: Role | null, who: Who): Promise<Record<string, string>> {
  if (role === 'seller') await installPlugin(url)
  if (role === null || role === 'seller') return triggered(url, who)
  const { data: me } = await visit(url, await signIn(url, who.email, who.password)).call('GET', '/api/v1/users/me')
  if (role === 'admin') await installPlugin(url)
  if (role === 'admin') return { ...(await overseen(url, who)), person: me.id, report: await reported(url) }
  const things = await belongings(url, who)
  return role === 'super_admin' ? { ...things, person: me.id, payout: await payoutRun(url) } : things
}

/** A plugin that everyone can use, unless it is there already. */
async function installPlugin(url: string): Promise<void> {
  const admin = visit(url, await signIn(url, SUPER_ADMIN.email, SUPER_ADMIN.password))
  const actions = `{
    get_lamp: { displayName: 'Get a lamp', description: 'Finds a lamp by its number.', requireAuth: false, run: async () => ({}) },
    delete_lamp: { displayName: 'Delete a lamp', description: 'Takes a lamp out of the shop.', requireAuth: false, run: async () => ({}) },
  }`
  const archive = await packPackage({
    ...{ name: '@chowk/sights', version: '1.0.0' },
    files: testPiece(actions, "api: 'https://api.lamps.example/v1',", 'Reading Lamps'),
  })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(archive)], { type: 'application/gzip' }), 'sights.tgz')
  const { data } = await admin.call('POST', '/api/v1/plugins/check-file', form)
  const { package: name, version, hash } = data.candidate
  await admin.call('POST', '/api/v1/plugins', { package: name, version, hash })
}

/** A case on an agent of the house, reported by somebody else. */
async function reported(url: string): Promise<string> {
  const { email, password, name } = somebody()
  await visit(url, null).call(
    'POST',
    '/api/auth/sign-up/email',
    { email, password, display_name: name },
    { origin: url },
  )
  const reporter = visit(url, await signIn(url, email, password))
  const body = {
    reason: 'misleading',
    details: 'It finds no codes in discharge letters.',
    evidence: 'https://example.com/letter',
  }
  await reporter.call('POST', '/api/v1/agents/hcpcs-finder/report', body)
  const admin = await superAdmin(url)
  const { data } = await admin.call('GET', '/api/v1/admin/reports?kind=agent')
  return data.items[0].id
}

/** A run, to be looked at from outside. */
async function overseen(url: string, who: Who): Promise<Record<string, string>> {
  const mine = visit(url, await signIn(url, who.email, who.password))
  const { data: agent } = await mine.call('GET', '/api/v1/agents/icd10-coder')
  const run = await mine.run({ agent_id: agent.id }, { text: 'Type 2 diabetes mellitus. No fever.' }, 20_000)
  return { run: run.execution_id }
}

const HANDBOOK = `# Leave

Everyone has 24 days of leave a year, and up to six days may be taken into the next year. Leave of more than ten days is asked for four weeks before.

# Sick leave

Twelve days a year are paid. A certificate is needed from the third day on.

# Notice

The notice period is two months. During probation it is two weeks.

# Hours

The clinic is open from **8:30 to 19:00**. Overtime is agreed beforehand and taken as leave within three months.

# Kinds of leave

| Kind | Days a year | Asked for |
| --- | --- | --- |
| Annual leave | 24 | four weeks before |
| Sick leave | 12 | on the day |
| Study leave | 5 | two months before |
`
const TRAVEL = `# Taxis

Taxis are refunded within the city, with a receipt, within 30 days.

# Leave around a journey

Days of leave before or after a journey are agreed with the head of department. The clinic pays for the shortest way only.
`

/** A knowledge base with documents that can be read, one that cannot, and a website that is not there. */
async function filled(mine: Visit): Promise<string> {
  const { data } = await mine.call('POST', '/api/v1/knowledge', {
    name: 'Staff handbook',
    description: 'What all of us should know.',
  })
  if (data === null) return named(mine, '/api/v1/knowledge', 'Staff handbook')
  for (const [name, text] of [
    ['handbook.md', HANDBOOK],
    ['travel.md', TRAVEL],
    ['empty.txt', '   \n   '],
  ] as const) {
    const form = new FormData()
    form.set('file', new Blob([text]), name)
    await mine.call('POST', `/api/v1/knowledge/${data.id}/documents`, form)
  }
  await mine.call('POST', `/api/v1/knowledge/${data.id}/sites`, { url: 'https://docs.invalid/guide/' })
  return data.id
}

/** Services, finished runs, a bench, orders and a shared workflow. */
async function belongings(url: string, who: Who): Promise<Record<string, string>> {
  const mine = visit(url, await signIn(url, who.email, who.password))
  const { data: agent } = await mine.call('GET', '/api/v1/agents/icd10-coder')
  const { data: service } = await mine.call('POST', '/api/v1/services', { agent_id: agent.id, name: 'Ward coder' })
  const run = await mine.run({ agent_id: agent.id }, { text: 'Type 2 diabetes mellitus. No fever.' }, 20_000)
  const second = await mine.run({ agent_id: agent.id }, { text: 'Essential hypertension. No fever.' }, 20_000)
  await mine.run({ agent_id: agent.id }, { text: 'Acute bronchitis. No fever.' }, 20_000)
  await mine.call('PUT', '/api/v1/agents/icd10-coder/reviews', { stars: 4, text: 'Shows where each code comes from.' })
  const things = {
    service: service.id,
    run: run.execution_id,
    second: second.execution_id,
    bench: await benched(mine, agent.id),
    batch: await batched(mine, service.id),
    knowledge: await filled(mine),
  }
  return { ...things, ...(await ordered(mine)), shared: await sharedWith(url, who) }
}

/** A bench of one agent that has begun, with an answer that is right and one that is not. */
async function benched(mine: Visit, agent: string): Promise<string> {
  const agent_ids = [agent]
  const { data } = await mine.call('POST', '/api/v1/benches', { agent_ids })
  const cases = [['E11.9'], ['Z99'], null].map((expected, at) => ({
    name: `Ward ${at + 1}`,
    input: { text: 'Type 2 diabetes mellitus. No fever.' },
    expected,
    scorer: { type: 'contains' },
  }))
  await mine.call('PUT', `/api/v1/benches/${data.id}`, { agent_ids, cases, same_as: {}, keep_days: 7 })
  await mine.call('POST', `/api/v1/benches/${data.id}/start`, { most_paise: 0 })
  return data.id
}

/** A batch with documents that were read and one that could not be. */
async function batched(mine: Visit, service_id: string): Promise<string> {
  const items = [
    { name: 'discharge-1.pdf', input: { text: 'Type 2 diabetes mellitus. No fever.' } },
    { name: 'discharge-2.pdf', input: { text: 'Essential hypertension. No fever.' } },
    { name: 'discharge-3.pdf', problem: 'file_encrypted' },
  ]
  const { data } = await mine.call('POST', '/api/v1/batches', { service_id, name: 'Ward, Monday', items })
  return data.id
}

/** A top-up that was paid and is asked back, and one that was left. */
async function ordered(mine: Visit): Promise<Record<string, string>> {
  const order = async (paise: number) => {
    const body = {
      buying: { purpose: 'credits', subject: { paise } },
      billing: { name: 'Asha Rao', state_code: '29' },
      expected_paise: paise,
      idempotency_key: crypto.randomUUID(),
    }
    return (await mine.call('POST', '/api/v1/payments/create-order', body)).data.order.id
  }
  const [paid, unpaid] = [await order(50_000), await order(100_000)]
  await mine.call('POST', `/api/v1/payments/orders/${paid}/test-pay`, { method: 'card', outcome: 'success' })
  await mine.call('POST', `/api/v1/payments/orders/${paid}/check`)
  await mine.call('POST', '/api/v1/refunds', { order_id: paid, reason: 'I need less' })
  return { order: paid, unpaid }
}

/** A workflow of an admin that this person may look at. */
async function sharedWith(url: string, { email, password }: Who): Promise<string> {
  const admin = visit(url, await signIn(url, SUPER_ADMIN.email, SUPER_ADMIN.password))
  const id = await admin.workflow('Ours', SMALL)
  await admin.call('POST', `/api/v1/workflows/${id}/members`, { email, role: 'viewer' })
  await visit(url, await signIn(url, email, password)).call('POST', `/api/v1/workflows/${id}/join`)
  return id
}

/** Workflows that wait to be started: by requests, which have come already, and by a public form. */
async function triggered(url: string, who: Who): Promise<Record<string, string>> {
  const mine = visit(url, await signIn(url, who.email, who.password))
  const make = async (type: string, version: number, config: object) => {
    const node = { id: 'start', type, version, title: 'Start', config, position: { x: 0, y: 0 } }
    const document = { schema_version: 1, nodes: [node], edges: [], notes: [], groups: [] }
    return (await mine.call('POST', '/api/v1/workflows', { name: 'Orders', document })).data
  }
  const hook = await make('webhook_trigger', 2, {})
  for (const path of [hook.hook.path, hook.hook.test_path]) await fetch(`${url}${path}`, { method: 'POST', body: 'x' })
  const fields = [
    { name: 'mail', label: 'E-mail', type: 'email', required: true },
    { name: 'size', type: 'select', options: [{ value: 's' }] },
    { name: 'text', type: 'textarea', help: 'As much as you like.' },
    { name: 'agreed', type: 'boolean' },
  ]
  const form = await make('form_trigger', 1, { title: 'Order', description: 'We answer within a day.', fields })
  const { data: found } = await mine.call('GET', `/api/v1/workflows/${form.id}/triggers`)
  const asked = await make('input_form', 1, {
    fields: [{ name: 'text', label: 'Your text', type: 'textarea', required: true }],
  })
  const { data: agent } = await mine.call('POST', '/api/v1/agents', {
    workflow_id: asked.id,
    tagline: 'Says again what it is told.',
    samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
  })
  const { data: chat } = await mine.call('POST', '/api/v1/custom-agents', {
    sentence: 'Answers questions about orders',
  })
  const [claims] = await usedTemplates(mine)
  const table = await invoices(mine)
  const skill = await refundLetters(mine)
  return {
    workflow: hook.id,
    claims: String(claims),
    form: found.triggers[0].address.split('/').at(-1),
    agent: agent.id,
    chat: chat.id,
    table,
    skill,
  }
}

/** Workflows made from templates, each with a run on the sample of its template. */
async function usedTemplates(mine: Visit): Promise<string[]> {
  const made: string[] = []
  for (const slug of ['check-claim-codes', 'clean-a-contact-list', 'check-expense-claims']) {
    const [{ data: template }, { data: workflow }] = [
      await mine.call('GET', `/api/v1/workflow-templates/${slug}`),
      await mine.call('POST', `/api/v1/workflow-templates/${slug}/use`, {}),
    ]
    await mine.run({ workflow_id: workflow.id }, template.sample.input, 20_000)
    made.push(workflow.id)
  }
  return made
}

/** What has one name for each person, and was made for them before. @returns its id */
async function named(mine: Visit, list: string, name: string): Promise<string> {
  const { data } = await mine.call('GET', list)
  return data.items.find((one: { name: string }) => one.name === name).id
}

/** A skill with a file of its own. */
async function refundLetters(mine: Visit): Promise<string> {
  const text =
    '---\nname: refund-letters\ndescription: Writes letters about refunds. Use it when a customer asks for money back.\n---\n\n# Refund letters\n\n1. Read references/fees.md.\n2. Write at most five sentences.\n'
  const { data: skill } = await mine.call('POST', '/api/v1/skills', { text })
  if (skill === null) return named(mine, '/api/v1/skills', 'refund-letters')
  const files = [
    { path: 'references/fees.md', text: '# Fees\n\nA cancelled visit costs ₹200.\n' },
    { path: 'scripts/total.py', text: 'print(200)\n' },
  ]
  await mine.call('PUT', `/api/v1/skills/${skill.id}`, { revision_id: skill.revision_id, files })
  return skill.id
}

/** A data table with a value of each type, and an empty one. */
async function invoices(mine: Visit): Promise<string> {
  const columns = [
    { name: 'customer' },
    { name: 'amount', type: 'number' },
    { name: 'due', type: 'date' },
    { name: 'paid', type: 'yes_no' },
  ]
  const { data: table } = await mine.call('POST', '/api/v1/data-tables', { name: 'Open invoices', columns })
  if (table === null) return named(mine, '/api/v1/data-tables', 'Open invoices')
  const rows = [
    { customer: 'Sunrise Dental Clinic', amount: 18500, due: '2026-12-05', paid: false },
    { customer: 'Mehta & Iyer Associates', amount: 4200.5, due: '2026-11-30', paid: true },
    { customer: 'Dr. Leela Nair', due: '2026-12-12' },
  ]
  await mine.call('POST', `/api/v1/data-tables/${table.id}/rows`, { rows })
  return table.id
}
