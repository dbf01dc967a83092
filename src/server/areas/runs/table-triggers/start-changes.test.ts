/** Workflows that start with changes of data tables, the job when a test says so. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { type ChangeParts, startOnChanges } from './start-changes.ts'

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.person('seller')
})

const TABLES = '/api/v1/data-tables'
const post = async (path: string, body: object, as = owner) => {
  const answer = await test.call('POST', path, { as, body })
  expect([path, answer.status < 300, answer.body.error ?? null]).toEqual([path, true, null])
  return answer.body.data
}
const makeTable = async (as = owner): Promise<string> => {
  const columns = [{ name: 'customer' }, { name: 'amount', type: 'number' }, { name: 'status' }]
  return (await post(TABLES, { name: `Orders ${crypto.randomUUID()}`, columns }, as)).id
}
const add = (table: string, ...rows: JsonObject[]) => post(`${TABLES}/${table}/rows`, { rows })
const where = (column: string, value: string | number) => ({ filter: { conditions: [{ column, value }] } })
const update = (table: string, rows: object, values: JsonObject) =>
  test.call('PUT', `${TABLES}/${table}/rows`, { as: owner, body: { rows, values } })
const remove = (table: string, rows: object) => post(`${TABLES}/${table}/rows/delete`, { rows })

/** @param steps what follows the trigger */
async function published(config: JsonObject, steps: { nodes: object[]; wires: string } | null = null, as = owner) {
  const nodes = [node('start', 'table_trigger', config), ...(steps?.nodes ?? [set('got', { item: '{{ $input }}' })])]
  const document = workflow(nodes as never, wires(steps?.wires ?? 'start > got'))
  const { id } = await post('/api/v1/workflows', { name: 'Watches', document }, as)
  await publish(id, as)
  return id as string
}
async function publish(id: string, as = owner) {
  const { revision } = (await test.call('GET', `/api/v1/workflows/${id}`, { as })).body.data
  await post(`/api/v1/workflows/${id}/publish`, { base_revision: revision }, as)
}

const engineStart: ChangeParts['start'] = (request) => test.engine.engine.start(request)
const look = async (start = engineStart) => {
  await test.database.pool.query('update table_triggers set next_at = now(), taken_until = null')
  await startOnChanges({ db: test.database.db, askProof: false, start, log: { warn: () => undefined } })
}
const runsOf = async (id: string) =>
  (
    await test.database.pool.query(
      `select id, status, input from executions where workflow_id = $1 and trigger = 'table' order by created_at, id`,
      [id],
    )
  ).rows
/** Looks until nothing waits and all runs have ended. */
async function inputsOf(id: string): Promise<JsonObject[]> {
  await until(async () => {
    await look()
    const left = await test.database.pool.query(
      `select from table_changes union all select from executions where finished_at is null and trigger = 'table'`,
    )
    return left.rowCount === 0
  })
  return (await runsOf(id)).map(({ input }) => input)
}
const seen = (inputs: JsonObject[]) =>
  inputs.map(({ change, row }) => [change, (row as JsonObject).customer, (row as JsonObject).amount])

describe('changes of a data table', () => {
  it('start a run each, with the row, what it was before and which columns changed', async () => {
    const table = await makeTable()
    const id = await published({ table_id: table, event: 'any' })
    await add(table, { customer: 'Asha', amount: 5 })
    await update(table, where('customer', 'Asha'), { amount: 7 })
    await update(table, where('customer', 'Asha'), { amount: 7 })
    await remove(table, where('customer', 'Asha'))
    const inputs = await inputsOf(id)
    expect(seen(inputs)).toEqual([
      ['added', 'Asha', 5],
      ['changed', 'Asha', 7],
      ['deleted', 'Asha', 7],
    ])
    expect(inputs[1]).toMatchObject({
      table: { id: table },
      before: { customer: 'Asha', amount: 5, status: null },
      changed_columns: ['amount'],
    })
  })

  it('are told apart by event, columns and conditions', async () => {
    const table = await makeTable()
    const added = await published({ table_id: table })
    const large = await published({
      ...{ table_id: table, event: 'changed', columns: ['amount'] },
      conditions: [{ column: 'amount', is: 'more_than', value: 100 }],
    })
    await add(table, { customer: 'Asha', amount: 200 })
    await update(table, where('customer', 'Asha'), { status: 'paid' })
    await update(table, where('customer', 'Asha'), { amount: 50 })
    await update(table, where('customer', 'Asha'), { amount: 300 })
    expect(seen(await inputsOf(added))).toEqual([['added', 'Asha', 200]])
    expect(seen(await inputsOf(large))).toEqual([['changed', 'Asha', 300]])
  })

  it('that a workflow makes itself start it neither directly nor through another workflow', async () => {
    const table = await makeTable()
    const writes = (status: string) => ({
      nodes: [
        node('write', 'data_table', {
          ...{ table_id: table, operation: 'add', values: { customer: '{{ $input.row.customer }}', status } },
        }),
      ],
      wires: 'start > write',
    })
    const first = await published({ table_id: table }, writes('first'))
    const second = await published({ table_id: table }, writes('second'))
    await add(table, { customer: 'Asha' })
    const statuses = (inputs: JsonObject[]) => inputs.map(({ row }) => (row as JsonObject).status).sort()
    expect(statuses(await inputsOf(first))).toEqual([null, 'second'].sort())
    expect(statuses(await inputsOf(second))).toEqual([null, 'first'].sort())
  })

  it('of a large file start at most ten runs at once, in order, or a run for a hundred rows', async () => {
    const table = await makeTable()
    const each = await published({ table_id: table })
    const together = await published({ table_id: table, runs: 'together' })
    const rows = Array.from({ length: 250 }, (_, at) => `c${at},${at}`)
    await post(`${TABLES}/${table}/import`, { csv: ['customer,amount', ...rows].join('\n') })
    const held: object[] = []
    await look(async (request) => held.push(request))
    const { rows: stored } = await test.database.pool.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input)
       select r.execution_id, $1, t.workflow_id, gen_random_uuid(), 'queued', 'table', '{}'
       from table_trigger_runs r join workflow_triggers t on t.id = r.trigger_id where t.workflow_id = $2 returning id`,
      [owner.id, each],
    )
    expect(stored).toHaveLength(10)
    // As long as they are under way, no further one starts.
    await look(async (request) => held.push(request))
    expect(held).toHaveLength(10 + 3)
    await test.database.pool.query('delete from executions where id = any($1)', [stored.map(({ id }) => id)])
    expect(await inputsOf(together)).toHaveLength(0)
    expect((await inputsOf(each)).map(({ row }) => (row as JsonObject).amount)).toEqual(
      Array.from({ length: 240 }, (_, at) => at + 10),
    )
    const sizes = held.flatMap((one) => {
      const { changes } = (one as { input: { changes?: unknown[] } }).input
      return changes ? [changes.length] : []
    })
    expect(sizes).toEqual([100, 100, 50])
  })

  it('start once, whatever dies in between', async () => {
    const table = await makeTable()
    const [each, together] = [
      await published({ table_id: table }),
      await published({ table_id: table, runs: 'together' }),
    ]
    await add(table, { customer: 'a' }, { customer: 'b' })
    const gone = new Error('Connection terminated unexpectedly')
    const dies: ChangeParts['start'] = async (request) => {
      await engineStart(request)
      throw gone
    }
    for (let time = 0; time < 3; time++) await look(dies).catch((error: unknown) => expect(error).toBe(gone))
    // What is added meanwhile belongs to the next run.
    await add(table, { customer: 'c' })
    expect(seen(await inputsOf(each)).map(([, customer]) => customer)).toEqual(['a', 'b', 'c'])
    const batches = (await inputsOf(together)).map(({ changes }) => (changes as JsonObject[]).length)
    expect(batches).toEqual([2, 1])
  })

  it('of a table that is not shared with the owner start nothing', async () => {
    const stranger = await test.person('seller')
    const table = await makeTable(stranger)
    const id = await published({ table_id: table })
    await test.call('POST', `${TABLES}/${table}/rows`, { as: stranger, body: { rows: [{ customer: 'Asha' }] } })
    expect(await inputsOf(id)).toEqual([])
  })

  it('start nothing while it is paused, archived or a draft', async () => {
    const table = await makeTable()
    const id = await published({ table_id: table })
    const pause = (paused: boolean) =>
      test.call('PUT', `/api/v1/workflows/${id}/triggers/table`, { as: owner, body: { paused } })
    await pause(true)
    await add(table, { customer: 'Asha' })
    await pause(false)
    const document = workflow(
      [node('start', 'table_trigger', { table_id: table }), set('got', {})],
      wires('start > got'),
    )
    const draft = (await post('/api/v1/workflows', { name: 'Drawn', document })).id
    await add(table, { customer: 'Ravi' })
    expect(seen(await inputsOf(id)).map(([, customer]) => customer)).toEqual(['Ravi'])
    expect(await inputsOf(draft)).toEqual([])
  })

  it('that cannot start say why, and are tried again', async () => {
    const table = await makeTable()
    const id = await published({ table_id: table, conditions: [{ column: 'amount', is: 'more_than', value: 1 }] })
    await add(table, { customer: 'Asha', amount: 5 })
    const { revision, columns } = (await test.call('GET', `${TABLES}/${table}`, { as: owner })).body.data
    const rename = (name: string, revision: number) =>
      test.call('PUT', `${TABLES}/${table}`, {
        as: owner,
        body: {
          revision,
          columns: columns.map((one: { name: string }, at: number) => (at === 1 ? { ...one, name } : one)),
        },
      })
    await rename('total', revision)
    await look()
    const triggers = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: owner })
    expect(triggers.body.data.triggers[0].table).toEqual({
      waiting: 1,
      waiting_reason: 'The table has no column “amount”',
    })
    await rename('amount', revision + 1)
    expect(seen(await inputsOf(id))).toEqual([['added', 'Asha', 5]])
  })
})

it('a draft that listens is tried with the next change that it waits for', async () => {
  const table = await makeTable()
  const document = workflow(
    [node('start', 'table_trigger', { table_id: table, event: 'deleted' }), set('got', { item: '{{ $input.row }}' })],
    wires('start > got'),
  )
  const { id } = await post('/api/v1/workflows', { name: 'Drawn', document })
  const listen = (as: Person) =>
    test.call('POST', `/api/v1/workflows/${id}/triggers/table/listen`, { as, body: { listening: true } })
  expect((await listen(await test.person('seller'))).status).toBe(404)
  expect((await listen(owner)).body.data.until).toMatch(/^20/)
  await add(table, { customer: 'Asha' }, { customer: 'Ravi' })
  await look()
  await remove(table, where('customer', 'Asha'))
  expect(seen(await inputsOf(id))).toEqual([['deleted', 'Asha', null]])
  await remove(table, where('customer', 'Ravi'))
  expect(await inputsOf(id)).toHaveLength(1)
  const { calls } = (await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: owner })).body.data
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ type: 'table', test: true, run_status: 'succeeded' })
})
