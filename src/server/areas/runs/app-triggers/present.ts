/** How a trigger from an app is, as the owner of its workflow sees it. */
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { setupOf, type TriggerPort } from '#server/areas/connectors/connectors.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findShown } from './app-triggers.store.ts'

export interface PresentedApp {
  app: WorkflowTrigger['app']
  /** Where the service is told by hand to deliver; null where it isn't. */
  address: string | null
}

export const NO_APP: PresentedApp = { app: null, address: null }

export async function presentApp(
  db: Database,
  triggers: Pick<TriggerPort, 'find'>,
  owner: UserId,
  workflow: WorkflowId,
): Promise<PresentedApp> {
  const row = await findShown(db, workflow)
  if (!row) return NO_APP
  const { kind, state, error, waiting, token, secret } = row
  const found = await triggers.find(row.watched, owner).catch(() => null)
  const trigger = found?.trigger
  const setup = trigger ? setupOf(trigger) : null
  const byHand = setup !== null && trigger?.kind === 'webhook'
  const isSigned = byHand && trigger.delivery.verify.by !== 'address'
  const time = (date: Date | null) => date?.toISOString() ?? null
  return {
    app: {
      ...{ kind, state, error, waiting, setup },
      checked_at: time(row.checked_at),
      item_at: time(row.item_at),
      next_at: kind === 'polling' && state !== 'stopped' ? time(row.next_at) : null,
      secret: isSigned ? secret : null,
    },
    address: byHand ? `/hooks/apps/${token}` : null,
  }
}
