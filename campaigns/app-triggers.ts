/**
 * Workflows that are started by apps, while the processes that look and receive are killed: polled lists that grow, and deliveries that
 * are repeated until they are accepted, of apps and of plugins. `node campaigns/app-triggers.ts [--polled 100] [--delivered 100]
 * [--piece-polled 10] [--piece-delivered 10] [--items 10] [--kills 30]`
 *
 * Exits non-zero when an item started no run, or more than one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestEngine, node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'
import { installLamps, LAMP_PLUGIN } from '#test/support/pieces/lamp-plugin.ts'
import { raise } from '#test/support/raise.ts'
import { newVaultKey } from '#test/support/secrets.ts'

const { values } = parseArgs({
  options: {
    polled: { type: 'string', default: '100' },
    delivered: { type: 'string', default: '100' },
    'piece-polled': { type: 'string', default: '10' },
    'piece-delivered': { type: 'string', default: '10' },
    items: { type: 'string', default: '10' },
    kills: { type: 'string', default: '30' },
  },
})
const [polled, delivered, items, kills] = [values.polled, values.delivered, values.items, values.kills].map(Number) as [
  number,
  number,
  number,
  number,
]
const [piecePolled, pieceDelivered] = [Number(values['piece-polled']), Number(values['piece-delivered'])]
const all = polled + delivered + piecePolled + pieceDelivered
const WORKERS = 2
const KILL_EVERY_MS = 1_500
const QUIET_MS = 90_000

const folder = mkdtempSync(join(tmpdir(), 'chowk-app-triggers-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({ dataDir: folder, database: 'triggers', onLost: raise })
const pool = createPool(postgres.url)
await migrate(pool)

/** The newest first, as services list. */
const lists = new Map<string, { id: string }[]>()
/** Lists that were read once: what they had is not new. */
const read = new Set<string>()
const subscriptions = new Map<number, { address: string; secret: string; name: string }>()
/** Lists of plugins, the newest last: the piece knows how long they were. */
const shelves = new Map<string, { id: string }[]>()
let ended = 0
/** What the piece asks. */
function answerPiece(path: string, input: { shelf: string; address: string; name: string }): unknown {
  if (path === '/list') return shelves.get(input.shelf) ?? []
  if (path === '/hooks') {
    const id = subscriptions.size + ended + 1
    subscriptions.set(id, { address: input.address, secret: '', name: input.name })
    return { id }
  }
  const [, hook] = /^\/hooks\/(\d+)$/.exec(path) ?? []
  if (hook !== undefined && subscriptions.delete(Number(hook))) ended++
  return {}
}
const standIn = createServer(async (request, response) => {
  const input = JSON.parse((await text(request)) || '{}')
  const answer = (() => {
    if (request.url?.startsWith('/lamps/')) return answerPiece(request.url.slice('/lamps'.length), input)
    switch (request.url) {
      case '/list':
        read.add(input.name)
        return lists.get(input.name) ?? []
      case '/subscribe':
        subscriptions.set(subscriptions.size + ended + 1, input)
        return { id: subscriptions.size + ended }
      case '/subscriptions':
        return [...subscriptions].map(([id, { address }]) => ({ id, address }))
      default:
        return {}
    }
  })()
  response.end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`

const { engine, owner } = await createTestEngine({ pool, url: postgres.url })
await engine.stop()
async function addWorkflow(config: Record<string, unknown>): Promise<void> {
  const document = workflow(
    [node('start', 'app_trigger', config as never), set('got', { item: '{{ $input }}' })],
    wires('start > got'),
  )
  const { workflow_id } = await storeWorkflow(pool, owner, document)
  await pool.query(`insert into workflow_triggers (workflow_id, type, config) values ($1, 'app', $2)`, [
    workflow_id,
    JSON.stringify(config),
  ])
}
for (let at = 0; at < polled + delivered; at++) {
  const isPolled = at < polled
  const name = `${isPolled ? 'list' : 'hook'}-${at}`
  if (isPolled) lists.set(name, [{ id: `${name}-before` }])
  const trigger = isPolled ? 'polled' : 'delivered'
  await addWorkflow({ integration: 'stand-in', trigger, input: { name }, every_minutes: 1 })
}
if (piecePolled + pieceDelivered > 0) await installLamps({ db: createDatabase(pool), folder, standIn: address })
for (let at = 0; at < piecePolled + pieceDelivered; at++) {
  const isPolled = at < piecePolled
  const shelf = `${isPolled ? 'shelf' : 'sale'}-${at}`
  if (isPolled) shelves.set(shelf, [{ id: `${shelf}-before` }])
  const trigger = isPolled ? 'new_lamp' : 'lamp_sold'
  await addWorkflow({ integration: LAMP_PLUGIN, trigger, input: { shelf }, every_minutes: 1 })
}

const vaultKey = newVaultKey()
const ports = Array.from({ length: WORKERS }, (_, index) => 47_810 + index)
const workers = new Map<number, ChildProcess>()
function startWorker(port: number): void {
  const child = spawn(
    process.execPath,
    ['--no-warnings', 'test/support/app-trigger-worker.ts', postgres.url, address, String(port), vaultKey, folder],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  child.on('exit', () => {
    if (workers.get(port) === child) startWorker(port)
  })
  workers.set(port, child)
}
for (const port of ports) startWorker(port)

const wanted = new Set<string>()
/** Repeated until it is accepted, sometimes once more. */
async function deliver(id: string, { address: to, secret }: { address: string; secret: string }): Promise<void> {
  const path = new URL(to).pathname
  for (let again = Math.random() < 0.3 ? 2 : 1, turn = 0; again > 0; turn++) {
    const url = `http://127.0.0.1:${ports[turn % ports.length]}${path}`
    const sent = await fetch(url, {
      method: 'POST',
      headers: { 'x-secret': secret },
      body: JSON.stringify({ id }),
    }).catch(() => null)
    if (sent?.status === 200) again--
    else await sleep(200)
  }
}

const sending: Promise<void>[] = []
let killed = 0
const started = Date.now()
const count = async (): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ id: string; runs: string }>(
    `select input ->> 'id' as id, count(*) as runs from executions where trigger = 'app' group by 1`,
  )
  return new Map(rows.map(({ id, runs }) => [id, Number(runs)]))
}
let added = 0
let quiet = Date.now()
let seen = 0
for (;;) {
  await sleep(KILL_EVERY_MS)
  if (killed < kills) {
    workers.get(ports[killed % ports.length] ?? 0)?.kill('SIGKILL')
    killed++
  }
  // Lists are looked at every second here, and not only every minute.
  await pool.query(
    `update app_triggers set next_at = now() where state = 'on' and kind = 'polling' and checked_at < now() - interval '1 s'`,
  )
  // A process that was killed leaves what it was at for a while: here for a shorter one.
  await pool.query(
    `update app_triggers set taken_until = now() where taken_until > now() and taken_until < now() + interval '140 s'`,
  )
  await pool.query(
    `update app_trigger_items set next_at = now() where done_at is null and next_at < now() + interval '55 s'`,
  )
  const { rows } = await pool.query(`select id from app_triggers where state = 'on'`)
  if (rows.length === all && added < items) {
    added++
    for (const name of lists.keys()) {
      const id = `${name}-${added}`
      lists.set(name, [{ id }, ...(lists.get(name) ?? [])])
      wanted.add(id)
    }
    for (const [shelf, had] of shelves) {
      const id = `${shelf}-${added}`
      shelves.set(shelf, [...had, { id }])
      wanted.add(id)
    }
    for (const subscription of [...subscriptions.values()]) {
      const id = `${subscription.name}-${added}`
      // One whose answer was lost is found again, and is no second one.
      if (wanted.has(id)) continue
      wanted.add(id)
      sending.push(deliver(id, subscription))
    }
  }
  const found = await count()
  const total = [...found.values()].reduce((sum, runs) => sum + runs, 0)
  if (total !== seen) quiet = Date.now()
  seen = total
  if (added === items && killed >= kills && (found.size >= wanted.size || Date.now() - quiet > QUIET_MS)) break
  if (Date.now() - quiet > 2 * QUIET_MS) break
}
await Promise.race([Promise.all(sending), sleep(10_000)])
await sleep(3_000)
const found = await count()
const lost = [...wanted].filter((id) => !found.has(id)).length
const twice = [...found.values()].filter((runs) => runs > 1).length
const foreign = [...found.keys()].filter((id) => !wanted.has(id)).length
console.table({
  triggers: polled + delivered,
  of_plugins: piecePolled + pieceDelivered,
  items: wanted.size,
  kills: killed,
  runs: [...found.values()].reduce((sum, runs) => sum + runs, 0),
  lost,
  twice,
  foreign,
  subscriptions: subscriptions.size,
  seconds: Math.round((Date.now() - started) / 1000),
})
for (const [port, child] of workers) {
  workers.delete(port)
  child.kill('SIGKILL')
}
standIn.close()
await pool.end()
await postgres.leave()
rmSync(folder, { recursive: true, force: true })
process.exit(lost + twice + foreign === 0 && wanted.size === all * items ? 0 : 1)
