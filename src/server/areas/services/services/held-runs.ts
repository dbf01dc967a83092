/** Runs of a service that begin in the transaction that notes what they are for: of its schedules, batches and webhook. */

import type { Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Priority, Trigger } from '#contract/runs/execution-states.ts'
import type { BillingGate, HeldCharge } from '#server/areas/billing/billing.ts'
import { findWorkflowOfVersion, prepareRun, type RunRequest } from '#server/areas/runs/runs.ts'
import { type ModelDeps, refuseUnready } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { ownerOfService } from './services.policy.ts'

export interface HoldingDeps {
  billingGate: Pick<BillingGate, 'holdAll'>
  models: ModelDeps
}

/** As the engine stores it, in the same transaction. */
export type HeldRun = Omit<RunRequest, 'mode'> & {
  mode: 'later'
  workflow_id: string
  execution_id: string
  charge: HeldCharge | null
}

export interface RunToHold {
  service_id: ServiceId
  input: JsonObject
  trigger: Trigger
  priority?: Priority
  /** The member of a workspace whose run it is, and against whose limit it counts. */
  started_by?: UserId | null
}

/**
 * Passes what a run by hand passes, and holds what it costs.
 * @throws AppError with why it is not started; then nothing of it may be kept
 */
export async function holdRun(
  { billingGate, models }: HoldingDeps,
  tx: Database,
  owner: { owner_id: UserId; role: Role },
  { trigger, started_by = null, ...asked }: RunToHold,
): Promise<HeldRun> {
  // On this connection: holding one while waiting for a second is how a pool locks up.
  const ready = (run: Parameters<typeof refuseUnready>[1]) => refuseUnready({ ...models, db: tx }, run)
  const prepared = await prepareRun(tx, ownerOfService(owner), asked, ready, trigger)
  const request = { ...prepared.request, started_by }
  const [charge = null] = await billingGate.holdAll(tx, [request])
  const workflow_id = await findWorkflowOfVersion(tx, request.workflow_version_id)
  if (workflow_id === null) throw new AppError('not_runnable')
  return { ...request, mode: 'later', workflow_id, charge, execution_id: charge?.execution_id ?? uuidv7() }
}
