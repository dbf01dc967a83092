/** What a workflow whose owner keeps its steps private shows to people who run it, and to whom it stays open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { Execution } from '#contract/runs/executions.ts'
import { NodeError } from '#nodes/node.ts'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import type { Person as Exported } from '#server/areas/platform/account-data/person.ts'
import { findFailures } from '#server/areas/runs/notices/causes.store.ts'
import { purgeBenches } from '#server/areas/services/benches/purge.ts'
import { type Answer, createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { benchWork, threeCases } from '#test/support/benches.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const MARKER = 'PROMPT-OF-THE-SELLER'
const INNER = 'secret_step'

const works = workflow(
  [node('start', 'manual_trigger'), set(INNER, { prompt: MARKER }), set('done', { ok: true })],
  wires(`start > ${INNER} > done`),
)
const fails = workflow(
  [node('start', 'manual_trigger'), node(INNER, 'effect', { does: 'fail' })],
  wires(`start > ${INNER}`),
)
const asks = workflow(
  [
    node('start', 'manual_trigger'),
    set(INNER, { prompt: MARKER }),
    node('ask', 'approval', { title: 'Is it right?' }),
    set('done', { ok: true }),
  ],
  wires(`start > ${INNER} > ask`, 'ask:approved > done'),
)

let test: TestApp
let seller: Person
let buyer: Person
let boss: Person
const agents: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      fail: () => {
        throw new NodeError('bank_away', `${MARKER} was refused by the bank.`, { field: MARKER })
      },
    },
  })
  seller = await test.person('seller')
  buyer = await test.person()
  boss = await test.person('super_admin')
  const add = async (name: string, document: typeof works, open: boolean) => {
    const { id } = await addAgent(test.database.pool, seller.id, document, { listing: { workflow_open: open } })
    agents[name] = id
  }
  await add('closed', works, false)
  await add('open', works, true)
  await add('failing', fails, false)
  await add('asking', asks, false)
})
afterAll(() => test.close())

interface Run {
  id: string
  as: Person | null
  headers: Record<string, string>
}

async function run(agent: string, as: Person | null): Promise<Run> {
  const body = { agent_id: agents[agent], input: { text: 'x' }, wait_ms: 5000 }
  const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body
  return { id: data.execution_id, as, headers: data.access_token ? { 'x-run-token': data.access_token } : {} }
}

const get = ({ id, as, headers }: Run, more = ''): Promise<Answer> =>
  test.call('GET', `/api/v1/executions/${id}${more}`, { as, headers })
const look = async (one: Run) => Execution.parse((await get(one)).body.data)

/** What an assistant is answered by a tool. */
const tool = (as: Person | null, name: string, args: object) =>
  test.call('POST', '/mcp', {
    as,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })

/** Every endpoint that shows a run to its owner. Comparing two runs reads both. */
async function everything(one: Run): Promise<string> {
  const nested = `/api/v1/workflows/executions/${one.id}`
  const access_token = one.headers['x-run-token']
  const answers = [
    await get(one),
    await test.call('GET', nested, { as: one.as, headers: one.headers }),
    await get(one, '/events'),
    await get(one, `/nodes/${INNER}/output`),
    await get(one, '/nodes/step-2/output'),
    await tool(one.as, 'get_run', { execution_id: one.id, ...(access_token && { access_token }) }),
  ]
  if (one.as !== null) {
    const { workflow } = (await get(one)).body.data
    const lists = ['/executions', `/executions?workflow_id=${workflow.id}`, '/dashboard/stats', '/recovery/executions']
    for (const path of lists) answers.push(await test.call('GET', `/api/v1${path}`, { as: one.as }))
  }
  return JSON.stringify(answers.map(({ body }) => body))
}

/** A widget of a service of this person asks, as a visitor of another site, and reads the result. */
async function askWidget(agent: string, as: Person): Promise<{ told: string; run: Run }> {
  const body = { agent_id: agents[agent] }
  const service = (await test.call('POST', '/api/v1/services', { as, body })).body.data.id
  const shown = { enabled: true, domains: ['shop.example.com'], daily_runs: 10 }
  const widget = await test.call('PUT', `/api/v1/services/${service}/widget`, { as, body: shown })
  const path = `/api/widget/${widget.body.data.token}`
  const asked = await test.call('POST', `${path}/runs`, { body: { input: { text: 'x' }, wait_ms: 5000 } })
  const { run, run_token } = asked.body.data
  const read = () => test.call('GET', `${path}/runs/${run}`, { headers: { 'x-run-token': run_token } })
  const ended = await until(async () => {
    const answer = await read()
    return answer.body.data.status !== 'running' && answer
  })
  const answers = [await test.call('GET', path), asked, ended]
  return { told: JSON.stringify(answers.map(({ body }) => body)), run: { id: run, as, headers: {} } }
}

/** A bench of this person tries the agent on some cases. */
async function tryInBench(agent: string, as: Person): Promise<{ told: string; run: Run }> {
  const agent_ids = [agents[agent]]
  const at = async (method: string, path: string, body?: object) => {
    const answer = await test.call(method, `/api/v1/benches${path}`, { as, ...(body && { body }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }
  const { id } = await at('POST', '', { agent_ids })
  await at('PUT', `/${id}`, { agent_ids, cases: threeCases, same_as: {}, keep_days: 7 })
  await at('POST', `/${id}/start`, { most_paise: 0 })
  const done = await until(async () => {
    await purgeBenches(benchWork(test))
    const bench = await at('GET', `/${id}`)
    return bench.finished_at !== null && bench
  })
  const answers = [done, await at('GET', '')]
  return { told: JSON.stringify(answers), run: { id: done.runs[0].execution_id, as, headers: {} } }
}

/** The words of the seller, the step by its own id, and what it is made of. */
function expectClosed(told: string): void {
  expect(told).not.toContain(MARKER)
  // The title of a step is its id here, unless it has one of its own.
  expect(told).not.toContain(`"node_id":"${INNER}"`)
  expect(told).not.toContain('set_fields')
}

/** The lists of runs and of calls of models in the copy of a person's data. */
async function exported({ id }: Person): Promise<string> {
  const person = { id, subject: id, email: 'x@example.com', proven: true } as unknown as Exported
  const rows: unknown[] = []
  for (const file of ['runs.json', 'model-calls.json']) {
    const list = LISTS.find((one) => one.file === file)
    if (!list) throw new Error(`no ${file}`)
    await test.database.db.transaction().execute(async (tx) => {
      for await (const row of readList(tx, list, person)) rows.push(row)
    })
  }
  return JSON.stringify(rows)
}

describe('a closed workflow', () => {
  it.each(['buyer', 'visitor'])('keeps the inside of its steps from a %s', async (who) => {
    for (const agent of ['closed', 'failing']) {
      expectClosed(await everything(await run(agent, who === 'buyer' ? buyer : null)))
    }
  })

  it('keeps it from assistants that run it for a person', async () => {
    for (const [agent, status] of Object.entries({ closed: 'succeeded', failing: 'failed' })) {
      const { body } = await tool(buyer, 'run_agent', { agent_id: agents[agent], input: { text: 'x' } })
      const told = JSON.stringify(body)
      expect(told).toContain(`\\"status\\":\\"${status}\\"`)
      expectClosed(told)
    }
  })

  it.each(['closed', 'failing'])('keeps it from a widget on another site and its owner: %s', async (agent) => {
    const { told, run } = await askWidget(agent, await test.person())
    expect(told).toContain(agent === 'closed' ? '"status":"succeeded"' : '"status":"failed"')
    expectClosed(told)
    expectClosed(await everything(run))
  })

  it.each(['closed', 'failing'])('keeps it from a comparison on own cases: %s', async (agent) => {
    const { told, run } = await tryInBench(agent, await test.person())
    expect(told).toContain(agent === 'closed' ? '"outcome":"succeeded"' : '"outcome":"failed"')
    expectClosed(told)
    expectClosed(await everything(run))
  })

  it('shows the titles and states of its steps, the input and the output', async () => {
    const one = await look(await run('closed', buyer))
    expect(one.nodes.map(({ node_id, title, status, type }) => [node_id, title, status, type])).toEqual([
      ['step-1', 'start', 'succeeded', null],
      ['step-2', INNER, 'succeeded', null],
      ['step-3', 'done', 'succeeded', null],
    ])
    expect(one).toMatchObject({ steps_open: false, graph: { nodes: [], edges: [] }, input: { text: 'x' } })
    expect(one.output).toMatchObject({ ok: true })
  })

  it('names its steps alike in the run and in its live events', async () => {
    const mine = await run('closed', null)
    const { nodes } = await look(mine)
    const events = String((await get(mine, '/events')).body)
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice('data: '.length)))
    const followed = events.filter(({ type }) => type === 'node')
    expect(new Set(followed.map(({ node_id }) => node_id))).toEqual(new Set(nodes.map(({ node_id }) => node_id)))
    expect(followed.every(({ output, port, usage }) => output === null && port === null && usage.length === 0)).toBe(
      true,
    )
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'succeeded', output: { ok: true } })
  })

  it('says of a failed step its code, and nothing of its data', async () => {
    const mine = await run('failing', buyer)
    const { error, nodes } = await look(mine)
    expect(error).toMatchObject({ code: 'bank_away', node_id: 'step-2', field: null })
    expect(error?.message).toMatch(/^A step of this workflow failed\./)
    expect(nodes[1]?.error).toEqual(error)
    const [told] = await findFailures(test.database.db, [mine.id as ExecutionId])
    expect(told?.message).toBe(error?.message)
  })

  it('cannot be asked about the ids of its steps by filtering failed runs', async () => {
    const guess = { as: buyer, query: { node_id: INNER } }
    expect((await test.call('GET', '/api/v1/recovery/executions', guess)).body.data.total).toBe(0)
    const own = await run('failing', seller)
    const { body } = await test.call('GET', '/api/v1/recovery/executions', { ...guess, as: seller })
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([own.id])
    expect(body.data.reasons).toEqual([{ code: 'bank_away', node_id: INNER, runs: 1 }])
  })

  it('is answered where it asks the person who runs it', async () => {
    const mine = await run('asking', buyer)
    const { nodes } = await look(mine)
    const asked = nodes.find(({ wait }) => wait !== null)
    expect(asked).toMatchObject({ node_id: 'step-3', status: 'waiting', wait: { title: 'Is it right?' } })
    const body = { type: 'approval', approved: true }
    const path = `/api/v1/executions/${mine.id}/waits/${asked?.wait?.id}`
    expect((await test.call('POST', path, { as: buyer, body })).status).toBe(200)
    expect(String((await get(mine, '/events')).body)).not.toContain(MARKER)
  })

  it('keeps its steps out of the copy of a buyer’s data, with their titles and states in it', async () => {
    const person = await test.person()
    await run('closed', person)
    await run('failing', person)
    const copy = await exported(person)
    expect(copy).not.toContain(MARKER)
    const [done, failed] = JSON.parse(copy)
    expect(done.steps.map((step: Record<string, unknown>) => [step.node_id, step.title, step.status])).toEqual([
      ['step-1', 'start', 'succeeded'],
      ['step-2', INNER, 'succeeded'],
      ['step-3', 'done', 'succeeded'],
    ])
    expect(failed.error).toMatchObject({ code: 'bank_away' })
  })
})

describe('the steps of a run stay open', () => {
  it('to the owner of the workflow, who runs it as an agent', async () => {
    const mine = await run('closed', seller)
    const one = await look(mine)
    expect(one.nodes[1]).toMatchObject({ node_id: INNER, type: 'set_fields', output: { prompt: MARKER } })
    expect([one.steps_open, one.graph.edges.length]).toEqual([true, 2])
    expect((await get(mine, `/nodes/${INNER}/output`)).body.data.output).toMatchObject({ prompt: MARKER })
    expect(await exported(seller)).toContain(MARKER)
    expect((await look(await run('failing', seller))).error?.message).toContain(MARKER)
  })

  it('to people the workflow is shared with, until it is not any more', async () => {
    const { rows } = await test.database.pool.query(
      `insert into workflow_members (workflow_id, user_id, role) select e.workflow_id, $1, 'viewer' from executions e
       where e.agent_id = $2 limit 1 returning workflow_id`,
      [buyer.id, agents.closed],
    )
    const mine = await run('closed', buyer)
    expect(JSON.stringify(await look(mine))).toContain(MARKER)
    await test.database.pool.query('delete from workflow_members where user_id = $1', [buyer.id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(await look(mine))).not.toContain(MARKER)
  })

  it('to a super admin, without what they gave', async () => {
    const { id } = await run('closed', buyer)
    const seen = { id, as: boss, headers: {} }
    expect((await look(seen)).graph.edges).toHaveLength(2)
    expect(JSON.stringify(await look(seen))).not.toContain(MARKER)
    expect(String((await get(seen, '/events')).body)).not.toContain(MARKER)
  })

  it('to all where the agent lists its workflow as open', async () => {
    for (const who of [buyer, null]) {
      const mine = await run('open', who)
      const one = await look(mine)
      expect(one.nodes[1]).toMatchObject({ node_id: INNER, type: 'set_fields', output: { prompt: MARKER } })
      expect((await get(mine, `/nodes/${INNER}/output`)).status).toBe(200)
      expect(String((await get(mine, '/events')).body)).toContain(MARKER)
    }
  })

  it('not to the runner of another workflow’s step: its run follows its own workflow', async () => {
    const { id } = await run('open', buyer)
    await test.database.pool.query('update executions set agent_id = null, agent_version_id = null where id = $1', [id])
    const one = await look({ id, as: buyer, headers: {} })
    expect([one.steps_open, JSON.stringify(one).includes(MARKER)]).toEqual([false, false])
  })
})
