/** What a question of a closed workflow shows: what its settings say, and nothing of the step before it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const MARKER = 'PROMPT-OF-THE-SELLER'
let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
})
afterAll(() => test.close())

const put = (type: string, config: JsonObject) =>
  workflow(
    [
      node('start', 'manual_trigger'),
      set('inner', { prompt: MARKER, total: 5 }),
      node('ask', type, config),
      set('done', {}),
    ],
    wires('start > inner > ask', 'ask:approved > done'),
  )

/** A run that waits for an answer, as the person who runs it sees it. */
async function asked(as: Person | null, type: string, config: JsonObject, open = false) {
  const agent = await addAgent(test.database.pool, seller.id, put(type, config), { listing: { workflow_open: open } })
  const body = { agent_id: agent.id, input: { text: 'x' }, wait_ms: 5000 }
  const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body
  const headers: Record<string, string> = data.access_token ? { 'x-run-token': data.access_token } : {}
  const path = `/api/v1/executions/${data.execution_id}`
  const page = await test.call('GET', path, { as, headers })
  const wait = page.body.data.nodes.map((one: { wait: unknown }) => one.wait).find(Boolean)
  const answer = (values: JsonObject) =>
    test.call('POST', `${path}/waits/${wait.id}`, { as, headers, body: { type: 'form', values } })
  return { text: JSON.stringify(page.body), wait, answer, id: data.execution_id as string }
}

async function copyOf({ id }: Person): Promise<string> {
  const list = LISTS.find(({ file }) => file === 'runs.json')
  if (!list) throw new Error('there is no list of runs')
  const rows: unknown[] = []
  await test.database.db.transaction().execute(async (tx) => {
    const person = { id, email: 'asha@example.com', proven: true, subject: 'asha', display_name: 'Asha' }
    for await (const row of readList(tx, list, person)) rows.push(row)
  })
  return JSON.stringify(rows)
}

it.each([
  ['an approval', 'a buyer', 'approval', true],
  ['an approval', 'a visitor', 'approval', false],
  ['an edit', 'a buyer', 'edit_then_approve', true],
  ['an edit', 'a visitor', 'edit_then_approve', false],
])('%s without details shows %s nothing of the step before', async (_what, _who, type, isUser) => {
  const as = isUser ? await test.person() : null
  const { text, wait } = await asked(as, type, { title: 'Go on?' })
  expect(wait.title).toBe('Go on?')
  expect(text).not.toContain(MARKER)
  if (as) expect(await copyOf(as)).not.toContain(MARKER)
})

it.each([
  ['details', 'approval', { details: '{{ $input.total }}' }],
  ['the object', 'edit_then_approve', { value: { total: 5 } }],
  ['the editable fields', 'edit_then_approve', { editable: ['total'] }],
])('shows %s that its settings name, and nothing else', async (_what, type, config) => {
  const { text, wait } = await asked(await test.person(), type, config)
  expect(JSON.stringify(wait.details)).toContain('5')
  expect(text).not.toContain(MARKER)
})

it.each([
  ['a buyer', true],
  ['a visitor', false],
])('is decided by %s without the fields that are not shown, which stay as they were', async (_who, isUser) => {
  const as = isUser ? await test.person() : null
  const { wait, answer, id } = await asked(as, 'edit_then_approve', {})
  expect(wait.details.map(({ name }: { name: string }) => name)).toEqual(['decision'])
  const forged = await answer({ decision: 'approve', field_1: 'mine', field_2: 'six' })
  const problem = (name: string) => ({ field: `values.${name}`, message: `There is no field “${name}”` })
  expect([forged.status, forged.body.errors]).toMatchObject([400, [problem('field_1'), problem('field_2')]])
  expect((await answer({ decision: 'approve' })).status).toBe(200)
  expect(await test.engine.engine.result(id, 9_000)).toMatchObject({ status: 'succeeded' })
  const { rows } = await test.database.pool.query(
    `select output -> 'value' as value, output -> 'changed' as changed from node_runs where execution_id = $1 and node_id = 'ask'`,
    [id],
  )
  expect(rows).toEqual([{ value: { prompt: MARKER, total: 5 }, changed: [] }])
})

it('takes what is shown, and a wrong decision is refused by name, however long a field is called', async () => {
  const config = { value: { total: 5, ['long '.repeat(60)]: 'x' } }
  const { wait, answer, id } = await asked(await test.person(), 'edit_then_approve', config)
  expect(wait.details.map(({ name }: { name: string }) => name)).toEqual(['field_1', 'field_2', 'decision'])
  const wrong = await answer({ decision: 'perhaps', field_1: 'six', field_2: 'y', field_3: 'z' })
  expect([wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['values.field_3', 'values.field_1', 'values.decision'],
  ])
  expect((await answer({ decision: 'approve', field_1: 6, field_2: 'y' })).status).toBe(200)
  expect(await test.engine.engine.result(id, 9_000)).toMatchObject({ status: 'succeeded' })
})

it.each(['approval', 'edit_then_approve'])('shows the step before where the steps are open: %s', async (type) => {
  expect((await asked(await test.person(), type, {}, true)).text).toContain(MARKER)
  const own = JSON.stringify((await asked(seller, type, {})).wait)
  expect(own).toContain(MARKER)
})
