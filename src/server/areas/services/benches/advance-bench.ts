/**
 * Background work of a bench: runs are queued, watched, stopped and judged. Each is claimed before anything is done,
 * and claimed again when its process dies; the id of its execution is stored before it is started, so it is started
 * once.
 */

import { RIGHT_FROM } from '#contract/agents/bench-limits.ts'
import { Scorer } from '#contract/agents/evaluations.ts'
import { type Json, JsonObject } from '#contract/core/primitives.ts'
import type { ModelPort } from '#nodes/model-port.ts'
import { findRunner } from '#server/areas/accounts/accounts.ts'
import type { BillingGate } from '#server/areas/billing/billing.ts'
import { authoriseHeld, executionExists, isRefusal } from '#server/areas/runs/runs.ts'
import { scoreAnswer, scoreOf } from '#server/areas/selling/selling.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { pickInput } from './bench-form.ts'
import { parseMapping } from './present.ts'
import * as store from './runs.store.ts'

/** As much of the engine as this needs. */
interface BenchEngine {
  start(request: {
    workflow_version_id: string
    agent_id: string
    agent_version_id: string
    input: Json
    trigger: 'bench'
    priority: 'low'
    owner: { user_id: string }
    mode: 'later'
    execution_id: string
    charge: { id: string; execution_id: string } | null
  }): Promise<unknown>
  control(execution_id: string, command: { action: 'cancel' }): Promise<unknown>
}

export interface WorkDeps {
  db: Database
  engine: BenchEngine
  billingGate: Pick<BillingGate, 'release'>
  model: ModelPort
  log: WarningLog
}

const BATCH = 12
/** Longer than the longest thing that is done about one: a model judges for a minute at most. */
const LEFT_S = 90
const ASKS = 'The run waited for a person. Agents in a bench must answer without one.'
const GONE = 'The run no longer exists.'
const NEVER = 'The run couldn’t be started'

/** Runs of a bench come after whatever else their owner runs. */
async function start(deps: WorkDeps, bench: string, run: store.TakenRun): Promise<void> {
  const { db, engine, billingGate } = deps
  const { execution_id, charge_id } = run
  const found = await store.findStart(db, bench, run)
  const charge = charge_id === null ? null : { id: charge_id, execution_id }
  const never = async (why: string) => {
    if (charge) await billingGate.release(charge)
    await store.settleRunAs(db, bench, run, { outcome: 'failed', note: why })
  }
  if (!found) return never(`${NEVER}: the agent is not there any more.`)
  const { owner_id, agent_id, agent_version_id, workflow_version_id } = found
  const owner = await findRunner(db, owner_id)
  if (!owner) return never(`${NEVER}: the account is not active.`)
  try {
    await authoriseHeld(db, owner, { agent_id, agent_version_id, trigger: 'bench' })
  } catch (error) {
    if (isRefusal(error)) return never(`${NEVER}: ${error.message}`)
    throw error
  }
  const input = pickInput(
    JsonObject.parse(found.input_schema),
    JsonObject.parse(found.input),
    parseMapping(found.same_as),
  )
  try {
    await engine.start({
      workflow_version_id,
      agent_id,
      agent_version_id,
      input,
      trigger: 'bench',
      priority: 'low',
      owner: { user_id: owner_id },
      mode: 'later',
      execution_id,
      charge,
    })
  } catch (error) {
    // Another process had started it, or this one before it could write it down.
    if (!(await executionExists(db, execution_id))) {
      if (isRefusal(error)) return never(`${NEVER}: ${error.message}`)
      // Its charge was given back, because nobody started it for ten minutes.
      if (error instanceof Error && 'code' in error && error.code === 'CH511') return never(`${NEVER} in time.`)
      throw error
    }
  }
  await store.noteStarted(db, bench, run)
}

const stop = (deps: WorkDeps, execution: string): Promise<unknown> =>
  deps.engine.control(execution, { action: 'cancel' }).catch((error: unknown) => {
    // It ended meanwhile.
    if (!isRefusal(error)) throw error
  })

async function judgeOne({ db, model }: WorkDeps, bench: string, run: store.TakenRun): Promise<void> {
  const row = await store.findJudged(db, bench, run)
  if (!row) return store.setJudged(db, bench, run, { judged: null })
  const scorer = Scorer.parse(row.scorer)
  const expected = row.expected as Json
  const output = (row.output ?? null) as Json
  const gave = run.outcome === 'succeeded'
  const scored = gave
    ? (scoreOf(scorer, output, expected) ??
      (await scoreAnswer(model, row.owner_id, {
        instruction: scorer.type === 'judge' ? scorer.instruction : '',
        expected,
        output,
      })))
    : { score: 0, note: run.outcome === 'empty' ? 'The result was empty.' : row.note }
  const right = scored.score >= (scorer.type === 'judge' ? RIGHT_FROM.judge : RIGHT_FROM.rule)
  await store.setJudged(db, bench, run, { judged: { ...scored, right }, expected, scorer })
}

async function doOne(deps: WorkDeps, bench: string, run: store.TakenRun): Promise<void> {
  const { db, billingGate } = deps
  if (run.state === 'judging') return judgeOne(deps, bench, run)
  const ended = run.status === 'succeeded' || run.status === 'failed' || run.status === 'cancelled'
  if (ended) return store.settleRun(db, bench, run)
  const cancelled = run.bench_status === 'cancelled'
  if (run.status === null) {
    if (run.state === 'held' && !cancelled) return start(deps, bench, run)
    if (run.charge_id !== null) await billingGate.release({ id: run.charge_id, execution_id: run.execution_id })
    return store.settleRunAs(
      db,
      bench,
      run,
      cancelled ? { outcome: 'cancelled', note: '' } : { outcome: 'failed', note: GONE },
    )
  }
  if (!cancelled && !run.asks)
    return run.state === 'held' ? store.noteStarted(db, bench, run) : store.requeueRun(db, bench, run)
  await stop(deps, run.execution_id)
  return run.asks && !cancelled
    ? store.settleRunAs(db, bench, run, { outcome: 'failed', note: ASKS })
    : store.settleRun(db, bench, run)
}

/** Benches that this process is at. */
const underWay = new Set<string>()

/** Does what can be done now. Never throws: what could not be done is taken up again. */
export async function advanceBench(deps: WorkDeps, bench: string): Promise<void> {
  if (underWay.has(bench)) return
  underWay.add(bench)
  try {
    for (;;) {
      const taken = await store.takeRuns(deps.db, bench, BATCH, LEFT_S)
      await Promise.all(taken.map((run) => doOne(deps, bench, run)))
      if (taken.length === 0) break
    }
    await store.finishBench(deps.db, bench)
  } catch (err) {
    if (!isOutage(err)) deps.log.warn({ err, bench }, 'a bench could not continue')
  } finally {
    underWay.delete(bench)
  }
}

const AT_ONCE = 50

export async function advanceBenches(deps: WorkDeps): Promise<void> {
  for (const bench of await store.findOpen(deps.db, AT_ONCE)) await advanceBench(deps, bench)
}
