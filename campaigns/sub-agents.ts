/**
 * Rows of a data table start an agent, whose two sub-agents act with a tool, while the processes are killed.
 * `node campaigns/sub-agents.ts [--rows 60] [--together 3] [--every 4000]`
 *
 * Rows are added in groups, each with an Idempotency-Key and until it is accepted. Every so many milliseconds a worker, the web process, or
 * all of them are killed. Exits non-zero when a row started no run or two, a run did not succeed, or the tool acted otherwise than once for
 * each task of a sub-agent.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Asked } from '#peers/model/behaviour.ts'
import { startModelPeer } from '#peers/model/server.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { raise } from '#test/support/raise.ts'
import { temporaryFolder } from '../test/support/program.ts'
import { openSink } from '../test/support/sink.ts'
import { done, type Reply, signIn, visit } from '../test/support/visit.ts'
import { startWebAndWorkers } from '../test/support/web-and-workers.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '60' },
    together: { type: 'string', default: '3' },
    every: { type: 'string', default: '4000' },
    workers: { type: 'string', default: '2' },
  },
})
const [ROWS, TOGETHER, KILL_EVERY_MS] = [Number(values.rows), Number(values.together), Number(values.every)]
const TASKS = ['north', 'south']
/** How long a model thinks, so that kills meet agents at work. */
const THINKS_MS = 300
/** How long the tool takes: it has acted before it answers. */
const ACTS_MS = 400
const NEXT_ROWS_MS = 1_000
const QUIET_MS = 90_000
const PASSWORD = 'admin of the trial'

const folder = temporaryFolder()
const database = await joinPostgres({ dataDir: folder.path, database: 'sub_agents', onLost: raise })
const pool = createPool(database.url, 4)
const sink = await openSink(ACTS_MS)
const model = await startModelPeer()

const hasTool = ({ body }: Asked, name: string): boolean =>
  body.tools?.some((tool) => tool.function.name === name) ?? false
const orderIn = ({ body }: Asked): string =>
  /Order \d+/.exec(JSON.stringify(body.messages?.findLast(({ role }) => role === 'user')?.content ?? ''))?.[0] ?? ''
/** Words that come late: the model thinks first. */
async function* late(text: string): AsyncGenerator<string> {
  await sleep(THINKS_MS)
  yield text
}
model.behave((asked) => {
  if (asked.body.messages?.at(-1)?.role === 'tool') return { type: 'spoken', words: late(`${orderIn(asked)} is done.`) }
  const calls = hasTool(asked, 'clerk')
    ? TASKS.map((side) => ({ name: 'clerk', arguments: { task: `${orderIn(asked)}, ${side}: note it.` } }))
    : [{ name: 'note', arguments: { order: orderIn(asked) } }]
  return { type: 'tools', calls }
})

const programs = await startWebAndWorkers(
  () => ({
    DATA_DIR: join(folder.path, 'data'),
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: PASSWORD,
    OUTBOUND_ALLOW: `${new URL(sink.url).host},${model.host}`,
  }),
  Number(values.workers),
)
const admin = visit(programs.url, await signIn(programs.url, 'admin@chowk.local', PASSWORD))

/** A table, and a published workflow that its rows start. */
async function prepare(): Promise<{ table: string; workflow_id: string }> {
  const own = { provider: 'custom', model: 'small', name: 'Small', base_url: model.url }
  const { id: chosen } = await done(admin.call('POST', '/api/v1/models', own))
  const table = await done(admin.call('POST', '/api/v1/data-tables', { name: 'Orders', columns: [{ name: 'order' }] }))
  const note = {
    ...{ kind: 'http', name: 'note', description: 'Notes an order.', method: 'POST', url: `${sink.url}/` },
    ...{ approved: true, parameters: { type: 'object', properties: { order: { type: 'string' } } } },
  }
  const clerk = {
    ...{ name: 'clerk', description: 'Notes an order.', instructions: 'You note orders.', tools: ['note'] },
    only_here: true,
  }
  const agent = { task: 'Have {{ $input.row.order }} noted.', model: chosen, tools: [note], sub_agents: [clerk] }
  const workflow_id = await admin.workflow(
    'Orders',
    workflow(
      [node('start', 'table_trigger', { table_id: table.id }), node('agent', 'ai_agent', agent)],
      wires('start > agent'),
    ),
  )
  const { revision } = await done(admin.call('GET', `/api/v1/workflows/${workflow_id}`))
  await done(admin.call('POST', `/api/v1/workflows/${workflow_id}/publish`, { base_revision: revision }))
  return { table: table.id, workflow_id }
}

const { table, workflow_id } = await prepare()

let refused = 0
/** Asks until the server answers, by the same key each time. */
async function insist(rows: object[]): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() }
  for (const until = Date.now() + QUIET_MS; Date.now() < until; await sleep(200)) {
    const reply: Reply | null = await admin
      .call('POST', `/api/v1/data-tables/${table}/rows`, { rows }, headers)
      .catch((error: unknown) => {
        if (error instanceof TypeError) return null
        throw error
      })
    if (reply !== null && reply.status < 300) return
    // 409 while the first request with this key is at work, or was when its process died.
    if (reply !== null && reply.status < 500 && reply.status !== 429 && reply.status !== 409)
      await done(Promise.resolve(reply))
    refused++
  }
  throw new Error('A row was not accepted in time')
}

interface Found {
  order: string
  runs: number
  succeeded: number
}
const findRuns = async (): Promise<Found[]> =>
  (
    await pool.query<Found>(
      `select input -> 'row' ->> 'order' as "order", count(*)::int as runs, (count(*) filter (where status = 'succeeded'))::int as succeeded
       from executions where workflow_id = $1 group by 1`,
      [workflow_id],
    )
  ).rows

let kills = 0
let isOver = false
async function kill(): Promise<void> {
  while (!isOver) {
    await sleep(KILL_EVERY_MS)
    if (!isOver) kills += await programs.killNext()
  }
}

const began = performance.now()
const killing = kill()
const orders = Array.from({ length: ROWS }, (_, n) => `Order ${n + 1}`)
for (let from = 0; from < ROWS; from += TOGETHER) {
  await insist(orders.slice(from, from + TOGETHER).map((order) => ({ order })))
  await sleep(NEXT_ROWS_MS)
}
let last = { ended: -1, at: Date.now() }
let found = await findRuns()
while (Date.now() - last.at < QUIET_MS) {
  found = await findRuns()
  const ended = found.reduce((sum, { succeeded }) => sum + succeeded, 0)
  if (ended >= ROWS) break
  if (ended !== last.ended) last = { ended, at: Date.now() }
  await sleep(500)
}
isOver = true
await killing
// What would start or act a second time has the time to.
await sleep(3_000)
found = await findRuns()
const took = performance.now() - began
const lost = orders.filter((order) => !found.some((one) => one.order === order)).length
const twice = found.filter(({ runs }) => runs > 1).length
const failed = found.reduce((sum, { runs, succeeded }) => sum + runs - succeeded, 0)
const acts = ROWS * TASKS.length
if (failed > 0) {
  const { rows } = await pool.query(
    `select input, status, error from executions where workflow_id = $1 and status <> 'succeeded' limit 5`,
    [workflow_id],
  )
  for (const row of rows) console.error(JSON.stringify(row).slice(0, 600))
}
console.table({
  'rows, runs': `${ROWS}, ${found.reduce((sum, { runs }) => sum + runs, 0)}`,
  'processes killed': kills,
  'rows that started nothing': lost,
  'rows that started two runs': twice,
  'runs that did not succeed': failed,
  'tools: tasks, made, asked for again': `${acts}, ${sink.made.size}, ${[...sink.made.values()].filter(({ asked }) => asked > 1).length}`,
  'rows refused for now': refused,
  'took, s': Math.round(took / 1000),
  load: loadavg()
    .map((one) => one.toFixed(1))
    .join(' '),
})
await programs.end()
await model.close()
await sink.close()
await pool.end()
await database.leave()
folder.remove()
process.exit(lost + twice + failed === 0 && sink.made.size === acts ? 0 : 1)
