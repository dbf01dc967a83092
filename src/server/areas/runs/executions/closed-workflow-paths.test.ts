/** The side doors of a closed workflow: workflows for failures, files of its steps, the copy of an account, names, a seller who closes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import type { Person as Exported } from '#server/areas/platform/account-data/person.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { findOpenWaits } from '#server/areas/runs/notices/causes.store.ts'
import { startOnFailures } from '#server/areas/runs/triggers/failures.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'

const MARKER = 'PROMPT-OF-THE-SELLER'
const fails = workflow(
  [node('start', 'manual_trigger'), node('inner', 'effect', { does: 'fail' })],
  wires('start > inner'),
)
const asks = workflow([node('start', 'manual_trigger'), node('inner', 'wait', { does: 'ask' })], wires('start > inner'))
const writes = workflow(
  [
    node('start', 'manual_trigger'),
    node('inner', 'effect', { does: 'write', with: 'inner.txt' }),
    node('result', 'effect', { does: 'write', with: 'result.txt' }),
  ],
  wires('start > inner > result'),
)

let test: TestApp
let seller: Person
let buyer: Person
/** Ids of what the steps wrote last, by name. */
const written: Record<string, string> = {}
/** How often the step that fails once was run. */
let failures = 0
const agents: Record<string, { id: string; version_id: string }> = {}
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      fail_once: () => {
        failures += 1
        if (failures > 1) return output({})
        throw new NodeError('bank_away', 'The bank does not answer.')
      },
      fail: () => {
        throw new NodeError('bank_away', `${MARKER} was refused by the bank.`, { field: MARKER })
      },
      ask: () => ({
        type: 'wait',
        wait: { type: 'approval', title: 'May it go?', details: { to: 'x' }, until: null, state: { prompt: MARKER } },
      }),
      write: async ({ config, run }) => {
        const name = String(config.with)
        const file = { name, mime: 'text/plain', bytes: Buffer.from(name) }
        const made = await runFiles().write(file, run.owner, run.idempotency_key)
        written[name] = made.file_id
        return output({ file: { ...made } })
      },
      read: async ({ config, run }) =>
        output({ text: String(await (await runFiles().open(String(config.with), run)).read()) }),
    },
  })
  seller = await test.person('seller')
  buyer = await test.person('seller')
  for (const [name, document] of Object.entries({ fails, asks, writes }))
    agents[name] = await addAgent(test.database.pool, seller.id, document, { name: `Agent ${name}` })
})
afterAll(() => test.close())

const runFiles = () => createFilePort({ db: test.database.db, files: test.files })

async function run(agent: string, as: Person): Promise<ExecutionId> {
  const body = { agent_id: agents[agent]?.id, input: { text: 'x' }, wait_ms: 5000 }
  return (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body.data.execution_id
}

/** One list of the copy of a person's data. */
async function exported({ id }: Person, file: string): Promise<unknown[]> {
  const person = { id, subject: id, email: 'x@example.com', proven: true } as unknown as Exported
  const list = LISTS.find((one) => one.file === file)
  if (!list) throw new Error(`no ${file}`)
  return test.database.db.transaction().execute(async (tx) => {
    const rows: unknown[] = []
    for await (const row of readList(tx, list, person)) rows.push(row)
    return rows
  })
}

describe('a seller’s private step', () => {
  it('is not told to a buyer’s own workflow for failures', async () => {
    const watcher = workflow(
      [node('start', 'error_trigger'), set('got', { all: '{{ $trigger }}' })],
      wires('start > got'),
    )
    const ids: Record<string, string> = {}
    for (const [who, as] of Object.entries({ buyer, seller })) {
      const body = { name: 'Watcher', document: watcher }
      ids[who] = (await test.call('POST', '/api/v1/workflows', { as, body })).body.data.id
      await run('fails', as)
    }
    await startOnFailures(test.database.db, (request) => test.engine.engine.start(request), console as never)
    const told = async (who: string) =>
      until(async () => {
        const { rows } = await test.database.pool.query(
          `select output from executions where workflow_id = $1 and status = 'succeeded'`,
          [ids[who]],
        )
        return rows[0]?.output.all
      })
    const heard = await told('buyer')
    expect(JSON.stringify(heard)).not.toContain(MARKER)
    expect(heard).toMatchObject({ workflow_name: 'Agent fails', error: { code: 'bank_away', node_id: null } })
    expect(heard.error.message).toMatch(/^A step of this workflow failed/)
    // Who owns the workflow hears everything.
    expect(await told('seller')).toMatchObject({
      error: { node_id: 'inner', message: expect.stringContaining(MARKER) },
    })
  })

  it('does not tell what it gives to another workflow, and gets back, to the buyer of the run around it', async () => {
    const echo = workflow([node('start', 'workflow_trigger'), set('end', { said: MARKER })], wires('start > end'))
    const inner = await storeWorkflow(test.database.pool, seller.id, echo)
    const settings = { workflow_id: inner.workflow_id, input: { prompt: MARKER } }
    const calls = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', settings), set('end', { ok: true })],
      wires('start > call > end'),
    )
    agents.calls = await addAgent(test.database.pool, seller.id, calls)
    const seen = async (as: Person) => {
      const id = await run('calls', as)
      const child = await until(async () => {
        const { rows } = await test.database.pool.query(
          `select c.id from executions c join executions e on e.id = c.parent_id where e.id = $1 and e.status = 'succeeded'`,
          [id],
        )
        return rows[0]
      })
      const path = `/api/v1/executions/${child.id}`
      const answers = [await test.call('GET', path, { as }), await test.call('GET', `${path}/events`, { as })]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      return [...answers.map(({ body }) => JSON.stringify(body)), JSON.stringify(await exported(as, 'runs.json'))]
    }
    for (const told of await seen(await test.person())) expect(told).not.toContain(MARKER)
    for (const told of await seen(seller)) expect(told).toContain(MARKER)
  })

  it('keeps what it remembers until an answer out of the copy of a buyer’s data', async () => {
    await run('asks', buyer)
    const copy = JSON.stringify(await exported(buyer, 'runs.json'))
    expect(copy).toContain('May it go?')
    expect(copy).not.toContain(MARKER)
    await run('asks', seller)
    expect(JSON.stringify(await exported(seller, 'runs.json'))).toContain(MARKER)
  })

  it('writes files that a buyer neither finds, opens nor gives to another agent', async () => {
    const open = (id: string | undefined, as: Person) => test.call('GET', `/api/v1/files/${id}`, { as })
    await run('writes', buyer)
    const { 'inner.txt': inner, 'result.txt': result } = written
    expect([(await open(inner, buyer)).status, (await open(result, buyer)).status]).toEqual([404, 200])
    expect((await test.call('GET', `/api/v1/files/${inner}/text`, { as: buyer })).status).toBe(404)
    expect((await exported(buyer, 'files.json')).map((one) => (one as { name: string }).name)).toEqual(['result.txt'])
    const give = (file_id: string | undefined) => {
      const body = { agent_id: agents.writes?.id, input: { text: 'x', file: { file_id } }, wait_ms: 5000 }
      return test.call('POST', '/api/v1/workflows/execute', { as: buyer, body })
    }
    const refused = await give(inner)
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'input.file.file_id'])
    expect((await give(result)).status).toBe(200)
    await run('writes', seller)
    expect((await open(written['inner.txt'], seller)).status).toBe(200)
  })

  it('writes files that no workflow of a buyer reads, whose ids they may work out', async () => {
    await run('writes', buyer)
    const { 'inner.txt': inner, 'result.txt': result } = written
    const read = async (file = '') => {
      const reads = workflow(
        [node('start', 'manual_trigger'), node('read', 'effect', { does: 'read', with: file })],
        wires('start > read'),
      )
      agents.reads = await addAgent(test.database.pool, buyer.id, reads)
      return (await test.call('GET', `/api/v1/executions/${await run('reads', buyer)}`, { as: buyer })).body.data
    }
    expect(await read(inner)).toMatchObject({ status: 'failed', error: { code: 'file_not_found' } })
    expect(await read(result)).toMatchObject({ status: 'succeeded', output: { text: 'result.txt' } })
  })

  it('reads what a step before it wrote, also in a run that continues a failed one', async () => {
    const passes = workflow(
      [
        node('start', 'manual_trigger'),
        node('inner', 'effect', { does: 'write', with: 'passed.txt' }),
        node('once', 'effect', { does: 'fail_once' }),
        node('read', 'effect', { does: 'read', with: '{{ $nodes.inner.file.file_id }}' }),
      ],
      wires('start > inner > once > read'),
    )
    agents.passes = await addAgent(test.database.pool, seller.id, passes)
    const id = await run('passes', buyer)
    const retried = await test.call('POST', `/api/v1/executions/${id}/control`, {
      as: buyer,
      body: { action: 'retry' },
    })
    const end = await test.engine.engine.result(retried.body.data.execution_id, 15_000)
    expect(end).toMatchObject({ status: 'succeeded', output: { text: 'passed.txt' } })
  })

  it('in a workflow that an agent calls has no name for buyers', async () => {
    const person = await test.person()
    const inner = await storeWorkflow(test.database.pool, seller.id, asks)
    const calls = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id: inner.workflow_id, input: {} })],
      wires('start > call'),
    )
    await test.database.pool.query('update workflows set name = $2 where id = $1', [inner.workflow_id, MARKER])
    agents.calls = await addAgent(test.database.pool, seller.id, calls)
    const id = await run('calls', person)
    const child = await until(async () => {
      const { rows } = await test.database.pool.query(
        `select e.id, w.id as wait from executions e join execution_waits w on w.execution_id = e.id
         where e.parent_id = $1 and e.status = 'waiting'`,
        [id],
      )
      return rows[0]
    })
    const shown = await test.call('GET', `/api/v1/executions/${child.id}`, { as: person })
    expect(shown.body.data.workflow.name).toBe('Private workflow')
    expect(JSON.stringify(shown.body)).not.toContain(MARKER)
    expect(JSON.stringify(await findOpenWaits(test.database.db, [child.wait]))).not.toContain(MARKER)
  })
})

describe('steps that were open', () => {
  const steps = async (id: string) =>
    (await test.call('GET', `/api/v1/executions/${id}`, { as: buyer })).body.data as { steps_open: boolean }

  it('are private again in old runs once the seller closes the workflow or the agent is suspended', async () => {
    const listing = { workflow_open: true }
    const { id: agent, version_id } = await addAgent(test.database.pool, seller.id, fails, { listing })
    agents.opened = { id: agent, version_id }
    const id = await run('opened', buyer)
    expect(JSON.stringify(await steps(id))).toContain(MARKER)
    const set = (status: string) =>
      test.database.pool.query('update agents set status = $2 where id = $1', [agent, status])
    await set('suspended')
    expect((await steps(id)).steps_open).toBe(false)
    await set('deprecated')
    expect((await steps(id)).steps_open).toBe(true)
    const closed = await addAgent(test.database.pool, seller.id, fails)
    await test.database.pool.query('update agents set current_version_id = $2 where id = $1', [
      agent,
      closed.version_id,
    ])
    expect(JSON.stringify(await steps(id))).not.toContain(MARKER)
  })
})
