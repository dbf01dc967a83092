/** Live events of a run whose steps are closed to their reader after the stream was opened. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { writeWhole } from '#contract/core/json-text.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { visibleEvents } from './visible-steps.ts'

const MARKER = 'PROMPT-OF-THE-SELLER'
const document = workflow(
  [node('start', 'manual_trigger'), set('inner', { prompt: MARKER }), set('done', { ok: true })],
  wires('start > inner > done'),
)
let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)

async function ran(open: boolean) {
  const buyer = await test.person('seller')
  const agent = await addAgent(test.database.pool, seller.id, document, { listing: { workflow_open: open } })
  if (!open)
    await sql(
      `insert into workflow_members (workflow_id, user_id, role, added_by) select w.workflow_id, $2, 'editor', $3
       from agent_versions v join workflow_versions w on w.id = v.workflow_version_id where v.id = $1`,
      [agent.version_id, buyer.id, seller.id],
    )
  const body = { agent_id: agent.id, input: { text: 'x' }, wait_ms: 5000 }
  const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as: buyer, body })).body
  return { buyer, agent, id: data.execution_id as ExecutionId }
}
type Run = Awaited<ReturnType<typeof ran>>

/** The events of the run one by one, with a moment of the clock between them in which something may change. */
async function follow(
  { id, buyer }: Run,
  {
    before,
    read = async () => ({ contentHidden: false }),
  }: { before: (n: number) => Promise<unknown>; read?: () => Promise<{ contentHidden: boolean }> },
): Promise<ExecutionEvent[]> {
  let clock = 0
  const caller = { type: 'user', id: buyer.id, role: 'seller', permissions: new Set() } as unknown as Caller
  async function* slowly(signal: AbortSignal) {
    let n = 0
    for await (const event of test.engine.engine.events(id, 0, signal)) {
      await before(n++)
      clock += 1_000
      yield event
    }
  }
  const events = await visibleEvents(test.database.db, caller, { id, read, now: () => clock }, slowly)
  const told: ExecutionEvent[] = []
  for await (const event of events(AbortSignal.timeout(20_000))) told.push(event)
  return told
}

it.each([
  [
    'a member who was removed',
    false,
    ({ buyer }: Run) => sql('delete from workflow_members where user_id = $1', [buyer.id]),
  ],
  [
    'a buyer, once the seller has closed them,',
    true,
    async ({ agent }: Run) => {
      const { version_id } = await addAgent(test.database.pool, seller.id, document)
      await sql('update agents set current_version_id = $2 where id = $1', [agent.id, version_id])
    },
  ],
] as const)('tell %s nothing more of what the steps give', async (_who, open, close) => {
  const run = await ran(open)
  expect(await writeWhole(await follow(run, { before: async () => {} }), '@@')).toContain(MARKER)
  const told = await follow(run, { before: async (n) => n === 1 && close(run) })
  expect(await writeWhole(told, '@@')).not.toContain(MARKER)
  const nodes = told.flatMap((event) => (event.type === 'node' ? [event.node_id] : []))
  expect(nodes).toEqual(['start', 'step-2', 'step-3'])
  expect(told.at(-1)).toMatchObject({ type: 'end', status: 'succeeded' })
})

it('end for a reader to whom the run is no longer shown', async () => {
  const run = await ran(true)
  let shared = true
  const read = async () => {
    if (!shared) throw new AppError('not_found')
    return { contentHidden: false }
  }
  const told = await follow(run, {
    read,
    before: async (n) => {
      if (n === 1) shared = false
    },
  })
  expect(told.map((event) => event.type)).toEqual(['node'])
})
