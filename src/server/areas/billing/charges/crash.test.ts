/** Paid runs while their workers are killed and the connections that settle them are cut: nothing is charged twice, nothing is lost. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, type TestEngine, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'
import { type EngineProcess, startEngineProcess } from '#test/support/processes.ts'
import { LONG } from '#test/support/scale.ts'
import { openSink, type Sink } from '#test/support/sink.ts'
import { insertUser } from '#test/support/users.ts'
import { createBillingGate } from './billing-gate.ts'
import { releaseOrphans } from './sweep.ts'

const PRICE = 500
const RUNS = LONG ? 24 : 12

let database: TestDatabase
let sink: Sink
let web: TestEngine
const workers: EngineProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  sink = await openSink(20)
  web = await createTestEngine(database, {
    role: 'web',
    billingGate: createBillingGate({ db: database.db, trials: { secret: 'x', askProof: false } }),
  })
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
  await web.engine.stop()
  await sink.close()
  await database.drop()
})

let born = 0
async function employ(place: number): Promise<void> {
  born++
  const options = {
    databaseUrl: database.url,
    executorId: `w${born}`,
    role: 'worker',
    sink: sink.url,
    agents: true,
  } as const
  workers[place] = await startEngineProcess(options)
}

const cutConnections = () =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'chowk journal'`,
  )

it('charges every run that succeeded once, and gives back all others', { timeout: 90_000 }, async () => {
  const retry = { max_attempts: 10, delay_ms: 50, backoff: 2 }
  const effects = ['a', 'b', 'c'].map((id) => node(id, 'effect', { does: 'sink' }, { retry }))
  const document = workflow([node('start', 'manual_trigger'), ...effects], wires('start > a > b > c'))
  const failing = workflow(
    [node('start', 'manual_trigger'), ...effects, node('end', 'effect', { does: 'nothing of the kind' })],
    wires('start > a > b > c > end'),
  )
  const [good, bad] = [
    await insertAgent(database, document, { paise: PRICE }),
    await insertAgent(database, failing, { paise: PRICE }),
  ]
  // A third of the runs run another paid agent, which fails in some of them.
  const calling = await Promise.all(
    [good, bad].map(({ agent_id }) => {
      const call = node('call', 'marketplace_agent', { agent_id, most_paise: PRICE, input: { n: 0 } })
      const around = workflow([node('start', 'manual_trigger'), call], wires('start > call'))
      return insertAgent(database, around, { paise: PRICE })
    }),
  )
  const agents = [good, calling[0], bad, good, calling[1], good]
  const buyer: UserId = await insertUser(database)
  await giveCredits(database, buyer, 2 * RUNS * PRICE)
  await Promise.all([employ(0), employ(1)])
  const ids: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const agent = agents[n % agents.length] ?? good
    const { execution_id } = await web.engine.start({
      workflow_version_id: agent.workflow_version_id,
      agent_id: agent.agent_id,
      agent_version_id: agent.agent_version_id,
      input: { n: 0 },
      trigger: 'manual',
      priority: 'normal',
      owner: { user_id: buyer },
      mode: 'later',
    })
    ids.push(execution_id)
    if (n % 6 === 5) {
      await cutConnections()
      const place = n % 2
      await workers[place]?.end('SIGKILL')
      await employ(place)
    }
  }
  // One is cancelled under way, and one process dies between the hold and the run.
  await web.engine.control(ids[0] ?? '', { action: 'cancel' }).catch(() => {})
  const billingGate = createBillingGate({ db: database.db, trials: { secret: 'x', askProof: false } })
  await giveCredits(database, buyer, PRICE)
  await billingGate.hold({ agent_version_id: good.agent_version_id, owner: { user_id: buyer }, trigger: 'manual' })
  await until(async () => {
    await cutConnections()
    const open = await database.pool.query(
      `select 1 from executions where owner_id = $1 and status not in ('succeeded', 'failed', 'cancelled')`,
      [buyer],
    )
    return open.rowCount === 0
  }, 60_000)
  await releaseOrphans(database.db, 0)

  const { rows } = await database.pool.query<{ status: string; charge: string; count: number }>(
    `select e.status, c.status as charge, count(*)::int from executions e join charges c on c.execution_id = e.id
     where e.owner_id = $1 group by 1, 2`,
    [buyer],
  )
  const succeeded = rows.find(({ status }) => status === 'succeeded')?.count ?? 0
  const inside = await database.pool.query(`select from executions where owner_id = $1 and parent_id is not null`, [
    buyer,
  ])
  expect(inside.rowCount).toBeGreaterThanOrEqual(RUNS / 3 - 1)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(RUNS + (inside.rowCount ?? 0))
  expect(succeeded).toBeGreaterThan(RUNS / 2)
  for (const { status, charge } of rows) expect(charge).toBe(status === 'succeeded' ? 'settled' : 'released')
  const sales = await database.pool.query('select count(*)::int, count(distinct execution_id)::int as runs from sales')
  expect(sales.rows).toEqual([{ count: succeeded, runs: succeeded }])
  expect(await balanceOf(database.db, 'credits', buyer)).toBe((2 * RUNS + 1 - succeeded) * PRICE)
  expect(await balanceOf(database.db, 'credits_held', buyer)).toBe(0)
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
})
