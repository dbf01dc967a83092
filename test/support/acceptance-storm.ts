/**
 * Results that are charged when they are accepted, decided by several workers at once whose connections are cut in the middle: the same
 * result is accepted, rejected, accepted after all and overdue at the same moment. Then the books are asked whether what is held, settled
 * and given back is the price of every one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { acceptOverdue, type Deciding, decideIn } from '#server/areas/billing/acceptance/acceptance.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { releaseEarnings } from '#server/areas/billing/charges/sweep.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import type { TestDatabase } from './database.ts'
import { node, workflow } from './engine.ts'
import { type Random, seeded } from './ledger-moves.ts'
import { giveCredits, insertAgent, type PaidAgent } from './paid-agent.ts'
import { testRecords } from './records.ts'
import { insertUser } from './users.ts'

export interface AcceptanceStormOptions {
  /** Moves of all workers together: runs, decisions, ends of their time. */
  moves: number
  workers: number
  /** A connection of a worker is cut from outside as often as this. */
  cut_every_ms: number
  seed: number
}

export interface AcceptanceStormReport {
  moves: number
  runs: number
  /** What became of them. */
  waiting: number
  settled: number
  rejected: number
  /** Accepted after they were rejected. */
  changed: number
  /** Decisions that came too late, or for what was decided, and those without credits. */
  refused: number
  cut: number
  /** Whole paise: what buyers had, and what of it is left, held and paid. */
  given_paise: number
  left_paise: number
  held_paise: number
  settled_paise: number
  /** What must be empty. */
  breaks: string[]
  took_ms: number
}

const records = testRecords()
const NAME = 'acceptance-storm'
/** Few, so that decisions about results of one meet. */
const BUYERS = 2
const GIVEN = 40_000_000
const REFUSALS = ['illegal_transition', 'acceptance_ended', 'insufficient_credits', 'cap_reached']

/** 57P01 is Postgres ending a connection; 40P01 a deadlock, after which Postgres has taken one of two back. */
const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['57P01', 'ECONNRESET', 'EPIPE'].includes(String(error.code))) ||
    /connection (?:terminated|ended)|not queryable|timeout exceeded when trying to connect/i.test(error.message) ||
    (error instanceof AggregateError && error.errors.every(isCut)))

interface Result {
  id: ExecutionId
  buyer: UserId
}

class Storm {
  readonly results: Result[] = []
  readonly counts = { moves: 0, refused: 0, cut: 0 }
  readonly #agents: readonly PaidAgent[]
  readonly #buyers: readonly UserId[]

  constructor(agents: readonly PaidAgent[], buyers: readonly UserId[]) {
    this.#agents = agents
    this.#buyers = buyers
  }

  /** Until it is known what became of it. */
  async #surely(work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work()
        return
      } catch (error) {
        if (error instanceof AppError && REFUSALS.includes(error.code)) {
          this.counts.refused++
          return
        }
        if (!isCut(error)) throw error
        this.counts.cut++
      }
    }
  }

  /** A run that succeeds at once. */
  async #run(db: Database, pool: Pool, random: Random): Promise<void> {
    const agent = this.#agents[Math.floor(random() * this.#agents.length)] as PaidAgent
    const buyer = this.#buyers[Math.floor(random() * this.#buyers.length)] as UserId
    const gate = createBillingGate({ db, trials: { secret: 'x', askProof: false } })
    let held: Awaited<ReturnType<typeof gate.hold>> = null
    await this.#surely(async () => {
      held ??= await gate.hold({
        agent_version_id: agent.agent_version_id,
        owner: { user_id: buyer },
        trigger: 'manual',
      })
    })
    const of = held as { id: string; execution_id: string } | null
    if (of === null) return
    await this.#surely(() =>
      pool.query(
        `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, output, charge_id)
         values ($1, $2, gen_random_uuid(), gen_random_uuid(), 'succeeded', 'manual', 'null', '"a result"', $3) on conflict (id) do nothing`,
        [of.execution_id, buyer, of.id],
      ),
    )
    this.results.push({ id: of.execution_id as ExecutionId, buyer })
  }

  async work(url: string, moves: number, random: Random): Promise<void> {
    const pool = createPool(url, 1)
    const db = createDatabase(pool)
    const decide = ({ id, buyer }: Result, wanted: Deciding['wanted']) =>
      this.#surely(() =>
        db.transaction().execute(async (tx) => {
          if (await decideIn(tx, buyer, id, { way: 'page', person: buyer, wanted })) await records.catchUp(tx, id)
          // A crash between the movement and its commit.
          if (random() < 0.01) throw Object.assign(new Error('Cut by chance'), { code: 'ECONNRESET' })
        }),
      )
    try {
      for (let left = moves; left > 0; left--) {
        this.counts.moves++
        const dice = random()
        // The newest, so that several workers are often at the same one.
        const result = this.results[this.results.length - 1 - Math.floor(random() * Math.min(20, this.results.length))]
        if (dice < 0.35 || !result) await this.#run(db, pool, random)
        else if (dice < 0.62) await decide(result, { decision: 'accept' })
        else if (dice < 0.88) await decide(result, { decision: 'reject', reason: 'wrong', note: '' })
        else if (dice < 0.94)
          await this.#surely(() =>
            pool.query(
              `update charges set accept_until = clock_timestamp() + interval '2 milliseconds' where execution_id = $1 and accept_until is not null`,
              [result.id],
            ),
          )
        else await this.#surely(() => acceptOverdue(db, records.catchUp))
      }
    } finally {
      await pool.end()
    }
  }
}

/** Fewest moves between two cuts. Without it nothing would finish where reconnecting takes as long as the time between two cuts. */
const BETWEEN_CUTS = 20

/** Cuts the connection of a worker now and then, wherever it is. @returns stops it */
function cutter(pool: Pool, every_ms: number, moves: () => number): () => Promise<void> {
  const stopped = new AbortController()
  const running = (async () => {
    let last = moves()
    while (!stopped.signal.aborted) {
      await sleep(every_ms, null, { signal: stopped.signal }).catch(() => null)
      if (stopped.signal.aborted) return
      if (moves() - last < BETWEEN_CUTS) continue
      last = moves()
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = '${NAME}' order by random() limit 1`,
      )
    }
  })()
  return async () => {
    stopped.abort()
    await running
  }
}

interface Sums {
  runs: number
  waiting: number
  settled: number
  rejected: number
  changed: number
  held_paise: number
  settled_paise: number
}

async function judge(
  { db, pool }: TestDatabase,
  { buyers, agents }: { buyers: readonly UserId[]; agents: readonly PaidAgent[] },
): Promise<Sums & { left_paise: number; breaks: string[] }> {
  const breaks: string[] = []
  const { rows } = await pool.query<Sums>(
    `select count(*)::int as runs, (count(*) filter (where c.status = 'awaiting'))::int as waiting,
       (count(*) filter (where c.status = 'settled'))::int as settled, (count(*) filter (where c.status = 'rejected'))::int as rejected,
       (count(*) filter (where c.status = 'settled' and exists (select from acceptance_decisions d where d.charge_id = c.id
         and d.decision = 'rejected')))::int as changed,
       coalesce(sum(c.price_paise) filter (where c.status in ('held', 'running', 'awaiting')), 0)::float8 as held_paise,
       coalesce(sum(s.gross_paise), 0)::float8 as settled_paise
     from charges c left join sales s on s.id = c.id where c.buyer_id = any($1::uuid[])`,
    [buyers],
  )
  const [sums] = rows
  if (!sums) throw new Error('The sum query returned no row')
  const astray = await pool.query<{ why: string }>(
    `select c.id || ': ' || c.status || ' with ' || count(s.id) || ' sales' as why from charges c left join sales s on s.execution_id = c.execution_id
       where c.buyer_id = any($1::uuid[]) group by c.id having count(s.id) <> case when c.status = 'settled' then 1 else 0 end
     union all
     select c.id || ': ' || c.status || ' after ' || coalesce(d.decision, 'nothing') from charges c
       left join lateral (select decision from acceptance_decisions n where n.charge_id = c.id order by decided_at desc, id desc limit 1) d on true
       where c.buyer_id = any($1::uuid[]) and c.accept_until is not null
         and coalesce(d.decision, '') <> case c.status when 'settled' then 'accepted' when 'rejected' then 'rejected' else coalesce(d.decision, '') end
     union all
     select c.id || ': parts of ' || s.gross_paise || ' that sum to something else' from charges c join sales s on s.id = c.id
       where c.buyer_id = any($1::uuid[]) and (s.gross_paise <> c.price_paise or s.gross_paise
         <> s.commission_paise + s.commission_gst_paise + s.gst_paise + s.tcs_paise + s.tds_paise + s.seller_paise)`,
    [buyers],
  )
  breaks.push(...astray.rows.map(({ why }) => why))
  const balances = await pool.query<{ kind: string; paise: number }>(
    `select a.kind, sum(b.paise)::float8 as paise from ledger_accounts a join ledger_balances b on b.account_id = a.id
     where a.owner_id = any($1::uuid[]) group by a.kind`,
    [[...buyers, ...agents.map(({ seller }) => seller)]],
  )
  const of = (kind: string) => balances.rows.find((row) => row.kind === kind)?.paise ?? 0
  const shares = await pool.query<{ paise: number }>(
    `select coalesce(sum(s.seller_paise), 0)::float8 as paise from sales s where s.buyer_id = any($1::uuid[])`,
    [buyers],
  )
  const left_paise = of('credits')
  const found = (broken: boolean, words: string) => broken && breaks.push(words)
  const { held_paise, settled_paise } = sums
  found(of('credits_held') !== held_paise, `${of('credits_held')} held, not ${held_paise}`)
  found(
    left_paise + held_paise + settled_paise !== buyers.length * GIVEN,
    `${left_paise} left, ${held_paise} held and ${settled_paise} settled are not ${buyers.length * GIVEN}`,
  )
  const earned = of('earnings') + of('earnings_held')
  found(earned !== shares.rows[0]?.paise, `sellers have ${earned}, not ${shares.rows[0]?.paise}`)
  found((await sumKinds(db)).reduce((sum, { paise }) => sum + paise, 0) !== 0, 'the balances do not sum to 0')
  const drift = await findDrift(db)
  found(drift.length > 0, `${drift.length} accounts drift`)
  return { ...sums, left_paise, breaks }
}

export async function runAcceptanceStorm(
  database: TestDatabase,
  { moves, workers, cut_every_ms, seed }: AcceptanceStormOptions,
): Promise<AcceptanceStormReport> {
  const began = performance.now()
  const { pool, url } = database
  // As where something was sold before: the accounts of the platform are older than those of its buyers, and are locked before them.
  await pool.query('select ledger_account(kind, null) from ledger_account_kinds where not owned')
  const agents: PaidAgent[] = []
  for (const [paise, days] of [
    [333, 1],
    [1_180, 3],
    [9_999, 14],
    [1, 3],
  ] as const) {
    const agent = await insertAgent(database, workflow([node('start', 'manual_trigger')], []), { paise })
    await pool.query('update agents set accept_days = $2 where id = $1', [agent.agent_id, days])
    agents.push(agent)
  }
  const buyers: UserId[] = []
  for (let made = 0; made < BUYERS; made++) {
    const buyer = await insertUser(database)
    await giveCredits(database, buyer, GIVEN)
    buyers.push(buyer)
  }
  const storm = new Storm(agents, buyers)
  const address = `${url}${url.includes('?') ? '&' : '?'}application_name=${NAME}&options=-c%20synchronous_commit%3Doff`
  const stop = cutter(pool, cut_every_ms, () => storm.counts.moves)
  await Promise.all(
    Array.from({ length: workers }, (_, number) =>
      storm.work(address, Math.ceil(moves / workers), seeded(seed + number)),
    ),
  ).finally(stop)
  // A week later sellers can be paid what was settled, and nothing else.
  await releaseEarnings(createDatabase(pool), new Date(Date.now() + 8 * 86_400_000))
  const judged = await judge(database, { buyers, agents })
  return { ...storm.counts, ...judged, given_paise: BUYERS * GIVEN, took_ms: Math.round(performance.now() - began) }
}
