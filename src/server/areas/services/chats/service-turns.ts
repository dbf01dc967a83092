/**
 * Who answers visitors: the service, in the name of its owner and inside the budget of its visitors. Held for under the lock of the budget,
 * once for each message however often it is begun.
 */
import { AppError } from '#contract/core/errors.ts'
import type { ServiceId } from '#contract/core/primitives.ts'
import {
  type BillingGate,
  findHeldCharge,
  type HeldCharge,
  lockBudget,
  usedToday,
} from '#server/areas/billing/billing.ts'
import {
  type BeginTurn,
  isRefusal,
  type PrepareTurn,
  prepareRun,
  type RunRequest,
  type Turn,
} from '#server/areas/runs/runs.ts'
import { ownerOfService } from '#server/areas/services/services/services.policy.ts'
import { CLOSED, isOpen, refuseBudget, toVisitorError } from '#server/areas/services/widgets/visitors.ts'
import { deleteRun } from '#server/areas/services/widgets/widgets.store.ts'
import { type ModelDeps, refuseUnready } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './chats.store.ts'

type ServiceRequest = Omit<RunRequest, 'mode'> & Omit<Turn, 'input'> & { charge: HeldCharge | null }

export interface ServiceTurnDeps {
  db: Database
  billingGate: Pick<BillingGate, 'holdAll' | 'release'>
  models: ModelDeps
  /** Begins a run; what is refused costs nothing. */
  start(request: ServiceRequest): Promise<unknown>
}

/** @throws limit_reached, not_runnable, what the billing gate throws */
async function hold(
  { billingGate }: Pick<ServiceTurnDeps, 'billingGate'>,
  tx: Queryable,
  service_id: ServiceId,
  { execution_id, ...request }: Omit<RunRequest, 'mode' | 'execution_id'> & { execution_id: string },
): Promise<HeldCharge | null> {
  const budget = await lockBudget(tx, service_id)
  if (!budget) throw new AppError('not_runnable', { message: CLOSED })
  if (!(await store.countRun(tx, service_id, execution_id))) {
    // A process died after it had held for it.
    const held = await findHeldCharge(tx, execution_id)
    if (held?.ended) throw new AppError('not_runnable', { message: CLOSED })
    return held
  }
  // This one is counted already.
  if ((await usedToday(tx, service_id)).runs > budget.daily_runs) throw refuseBudget()
  const [charge = null] = await billingGate.holdAll(tx, [{ ...request, for_execution: execution_id }])
  if ((await usedToday(tx, service_id)).paise > budget.daily_paise) throw refuseBudget()
  return charge
}

const beginWith =
  (deps: ServiceTurnDeps, door: store.DoorRow): BeginTurn =>
  async ({ input, ...turn }) => {
    const { db, billingGate } = deps
    const { service_id } = door
    try {
      const { request } = await prepareRun(db, ownerOfService(door), { service_id, input }, (run) =>
        refuseUnready(deps.models, run),
      )
      const { execution_id } = turn
      const asked = { ...request, trigger: 'chat' as const, execution_id }
      const charge = await db.transaction().execute((tx) => hold(deps, tx, service_id, asked))
      try {
        return await deps.start({ ...asked, ...turn, charge })
      } catch (error) {
        // After an outage it is begun again, with what is held.
        if (isRefusal(error)) {
          if (charge) await billingGate.release(charge)
          await deleteRun(db, execution_id)
        }
        throw error
      }
    } catch (error) {
      throw toVisitorError(error)
    }
  }

/** @throws not_runnable while the service is not open */
export function prepareServiceTurn(deps: ServiceTurnDeps, door: store.DoorRow): BeginTurn {
  if (!isOpen(door)) throw new AppError('not_runnable', { message: CLOSED })
  return beginWith(deps, door)
}

/** For messages whose process died before it started them. */
export const serviceTurns =
  (deps: ServiceTurnDeps): PrepareTurn =>
  async ({ service_id, channel }) => {
    const isOfVisitor = channel !== 'builder' && channel !== 'address'
    const door = service_id && isOfVisitor ? await store.findDoorOf(deps.db, service_id, channel) : null
    if (!door) throw new AppError('not_runnable', { message: CLOSED })
    return prepareServiceTurn(deps, door)
  }
