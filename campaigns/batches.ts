/**
 * A batch of 10,000 documents of a paid agent, while the processes that start and run them are killed and the database is restarted. Every
 * tenth document can’t be read. `node campaigns/batches.ts [--items 10000] [--workers 3] [--every 1500] [--restart-every 20000] [--ms 20] [--accept]`
 * With `--accept` results are charged when they are accepted: every third is rejected and the others are accepted, while connections are cut.
 *
 * Exits non-zero when a document is lost or run twice, or when the bill isn’t the price of those that were read (and accepted).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ExecutionId, UserId } from '#contract/core/primitives.ts'
import { type BatchId, NewBatchItem } from '#contract/services/batches.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { decideBatchAcceptance } from '#server/areas/services/batches/acceptance.ts'
import { addToBatch, controlBatch, createBatch, getBatch } from '#server/areas/services/batches/batches.ts'
import { mayUseServices, ownerOfService } from '#server/areas/services/services/services.policy.ts'
import { createService } from '#server/areas/services/services/services.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { throughOutage } from '#server/platform/database/outage.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'
import { raise } from '#test/support/raise.ts'
import { testRecords } from '#test/support/records.ts'
import { createRestarter } from '#test/support/restart-postgres.ts'
import { insertUser } from '#test/support/users.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '3' },
    every: { type: 'string', default: '1500' },
    'restart-every': { type: 'string', default: '20000' },
    ms: { type: 'string', default: '20' },
    accept: { type: 'boolean', default: false },
  },
})
const count = Number(values.items)
const PRICE = 500
const PART = 1000
const QUIET_MS = 90_000

const folder = mkdtempSync(join(tmpdir(), 'chowk-batches-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({ dataDir: folder, database: 'batches', onLost: raise })
const pool = createPool(postgres.url)
await migrate(pool)
const db = createDatabase(pool)
const database = { db, pool, url: postgres.url } as unknown as Parameters<typeof insertAgent>[0]

const document = workflow(
  [node('start', 'manual_trigger'), node('work', 'effect', { does: 'read', with: '{{ $input.text }}' })],
  wires('start > work'),
)
const { agent_id } = await insertAgent(database, document, { paise: PRICE })
if (values.accept) await pool.query('update agents set accept_days = 3 where id = $1', [agent_id])
const buyer = UserId.parse(await insertUser(database, 'creator_admin'))
const given = count * PRICE
await giveCredits(database, buyer, given)
const grant = mayUseServices(ownerOfService({ owner_id: buyer, role: 'creator_admin' }))
const service = await createService(db, grant, { agent_id })
const { id } = await createBatch(db, grant, { service_id: service.id, start: false })
for (let from = 0; from < count; from += PART) {
  const items = Array.from({ length: Math.min(PART, count - from) }, (_, at) =>
    NewBatchItem.parse({ input: { text: `note ${from + at}` } }),
  )
  await addToBatch(db, grant, id, { from, items })
}

const workers = new Set<ChildProcess>()
let over = false
function startWorker(): void {
  const child = spawn(process.execPath, ['--no-warnings', 'test/support/batch-worker.ts', postgres.url, values.ms], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  workers.add(child)
  child.on('exit', () => {
    workers.delete(child)
    // Not at once: while the database restarts it would end again.
    if (!over) setTimeout(startWorker, 500)
  })
}
for (let at = 0; at < Number(values.workers); at++) startWorker()

const records = testRecords()

/** Rejects every third result and accepts the others, while connections are cut. @returns how many were accepted */
async function decideAll(): Promise<number> {
  const { rows: waiting } = await throughOutage(() =>
    pool.query<{ id: ExecutionId }>(
      `select execution_id as id from charges where buyer_id = $1 and status = 'awaiting' order by created_at, id`,
      [buyer],
    ),
  )
  const rejected = waiting.filter((_, at) => at % 3 === 0).map((row) => row.id)
  const cut = setInterval(() => {
    pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and query ilike '%_charge(%' order by random() limit 1`,
      )
      .catch(() => {})
  }, 100)
  const decide = (body: Parameters<typeof decideBatchAcceptance>[3]) =>
    throughOutage(() => decideBatchAcceptance({ db, records }, grant, id as BatchId, body))
  const isOpen = async () =>
    (
      await throughOutage(() =>
        pool.query(`select from charges where status = 'awaiting' and execution_id = any($1::uuid[])`, [rejected]),
      )
    ).rowCount !== 0
  // A request works for a few seconds, and a cut connection ends it earlier.
  while (await isOpen())
    for (let from = 0; from < rejected.length; from += PART)
      await decide({ decision: 'reject', reason: 'wrong', note: '', execution_ids: rejected.slice(from, from + PART) })
  while ((await decide({ decision: 'accept', note: '' })).waiting > 0);
  clearInterval(cut)
  return waiting.length - rejected.length
}

const begun = Date.now()
await controlBatch(db, grant, id, 'start')
let kills = 0
let restarts = 0
const restart = await createRestarter(postgres.url)
const killer = setInterval(() => {
  const [victim] = [...workers].toSorted(() => Math.random() - 0.5)
  if (victim?.kill('SIGKILL')) kills++
}, Number(values.every))
const restarter = setInterval(() => {
  restarts++
  void restart()
}, Number(values['restart-every']))

const read = () => throughOutage(() => getBatch(db, grant, id as BatchId))
let last = { ended: -1, at: Date.now() }
for (;;) {
  await sleep(1000)
  const batch = await read()
  const { succeeded, failed } = batch.counts
  if (batch.status === 'finished') break
  // A fault that a restart caused pauses it for a minute.
  if (succeeded + failed !== last.ended) last = { ended: succeeded + failed, at: Date.now() }
  if (Date.now() - last.at > QUIET_MS) {
    console.error('Nothing happened for too long', batch)
    break
  }
}
clearInterval(killer)
clearInterval(restarter)
const seconds = Math.round((Date.now() - begun) / 1000)
const paid = values.accept ? await decideAll() : null
const batch = await read()
const { rows } = await throughOutage(() =>
  pool.query<{ runs: number; texts: number; charged: number; held: number; double: number }>(
    `select (select count(*)::int from executions where owner_id = $1) as runs,
      (select count(distinct input ->> 'text')::int from executions where owner_id = $1) as texts,
      (select coalesce(sum(price_paise), 0)::int from charges where buyer_id = $1 and status = 'settled') as charged,
      (select count(*)::int from charges where buyer_id = $1 and status in ('held', 'running', 'awaiting')) as held,
      (select count(*)::int from (select from executions where owner_id = $1 group by input ->> 'text' having count(*) > 1) d) as double`,
    [buyer],
  ),
)
const [found] = rows
const balance = await throughOutage(() => balanceOf(db, 'credits', buyer))
over = true
for (const child of workers) child.kill('SIGKILL')
const readable = count - Math.floor(count / 10)
const due = paid ?? readable
const lost = count - batch.counts.succeeded - batch.counts.failed
console.table({
  ...{ items: count, seconds, kills, restarts, ...batch.counts, lost },
  ...{ runs: found?.runs, twice: found?.double, charged: found?.charged, held: found?.held, balance },
  ...{ accepted: batch.acceptance?.accepted, rejected: batch.acceptance?.rejected, bill: batch.spent_paise },
  wanted: `lost 0, twice 0, runs ${count}, charged and bill ${due * PRICE}, held 0, balance ${given - due * PRICE}`,
})
const isRight =
  batch.status === 'finished' &&
  lost === 0 &&
  batch.counts.succeeded === readable &&
  batch.spent_paise === due * PRICE &&
  found?.runs === count &&
  found.texts === count &&
  found.double === 0 &&
  found.charged === due * PRICE &&
  found.held === 0 &&
  balance === given - due * PRICE
await pool.end().catch(() => {})
await postgres.leave().catch(() => {})
rmSync(folder, { recursive: true, force: true })
process.exit(isRight ? 0 : 1)
