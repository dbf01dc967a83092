/**
 * The start of a bench. The maximum cost of all its runs is held in the transaction that stores them, each under the id
 * its run will have: all start or none does, and a start that is repeated, or continues after a crash, starts every run
 * once.
 */

import { BENCH } from '#contract/agents/bench-limits.ts'
import type { Bench } from '#contract/agents/benches.ts'
import { AppError } from '#contract/core/errors.ts'
import { type BillingGate, rupees, type TrialRules } from '#server/areas/billing/billing.ts'
import { resolveInput } from '#server/areas/runs/runs.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { OwnBenches } from './benches.policy.ts'
import * as store from './benches.store.ts'
import { getBench, ownBench, refuseStarted } from './benches.ts'
import { type Plan, planBench } from './plan-bench.ts'
import * as runs from './runs.store.ts'

export interface StartDeps {
  db: Database
  billingGate: Pick<BillingGate, 'holdAll'>
  trials: TrialRules
}

function refuse({ problems, most_paise, balance_paise }: Plan, shown_paise: number): void {
  const [first] = problems
  if (first) throw new AppError(first.code, { message: first.message, problems })
  if (most_paise > shown_paise)
    throw new AppError('illegal_transition', {
      message: `It may now cost up to ${rupees(most_paise)}. Check it again before you start.`,
    })
  if (most_paise <= balance_paise) return
  const message = `This may cost up to ${rupees(most_paise)}, and your credits are ${rupees(balance_paise)}: ${rupees(most_paise - balance_paise)} are missing. Nothing was started.`
  throw new AppError('insufficient_credits', { message })
}

/**
 * @param most_paise what its owner was shown that it may cost
 * @throws not_found, illegal_transition, invalid_input, not_runnable, payment_required, insufficient_credits, cap_reached,
 * too_many_requests; then nothing is held and nothing runs
 */
export async function startBench(deps: StartDeps, grant: OwnBenches, id: string, most_paise: number): Promise<Bench> {
  const { db, trials } = deps
  const plan = await planBench(db, trials, grant, id)
  refuse(plan, most_paise)
  const inputs = await Promise.all(plan.cases.map(({ input }) => resolveInput(db, grant.by, input)))
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const row = await store.lockBench(tx, id)
    if (!row) throw new AppError('not_found')
    refuseStarted(row)
    if (row.updated_at.getTime() !== plan.row.updated_at.getTime())
      throw new AppError('illegal_transition', { message: 'The bench has changed. Check it again before you start.' })
    await enforceRateLimit(
      tx,
      [rateLimitFor('benches', { key: grant.on, shared: false }, BENCH.starts_per_hour)],
      'You’ve started many benches',
    )
    await store.replaceCases(
      tx,
      id,
      plan.cases.map((one, at) => ({ ...one, input: inputs[at] ?? {} })),
    )
    await hold(deps, tx, plan, most_paise)
  })
  return getBench(db, grant, id)
}

async function hold(
  { billingGate }: StartDeps,
  tx: Queryable,
  { row, agents, priced, cases }: Plan,
  shown_paise: number,
): Promise<void> {
  const asked = cases.flatMap((_, position) =>
    agents.map((agent, at) => ({ position, agent, priced: priced[at] ?? null })),
  )
  const held = await billingGate.holdAll(
    tx,
    asked.map(({ agent, priced: version }) => ({
      agent_version_id: agent.agent_version_id,
      priced_version_id: version,
      owner: { user_id: row.owner_id },
      trigger: 'bench',
    })),
  )
  const charged = held.flatMap((one) => (one === null ? [] : [one.id]))
  if ((await runs.sumHeldCharges(tx, charged)) > shown_paise)
    throw new AppError('illegal_transition', { message: 'It now costs more. Check it again before you start.' })
  await runs.beginRuns(
    tx,
    row.id,
    asked.map(({ position, agent }, at) => ({
      agent: agent.position,
      position,
      execution_id: held[at]?.execution_id ?? uuidv7(),
      charge_id: held[at]?.id ?? null,
    })),
  )
}

/** What has not ended is stopped, in a moment, and costs nothing. @throws not_found, illegal_transition */
export async function cancelBench(db: Database, grant: OwnBenches, id: string): Promise<void> {
  await ownBench(db, grant, id)
  await db.transaction().execute(async (tx) => {
    const row = await store.lockBench(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.status !== 'running') throw new AppError('illegal_transition', { message: 'This bench isn’t running.' })
    await runs.noteCancelled(tx, id)
  })
}
