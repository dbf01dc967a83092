/** How a trigger from an app is, as the owner of its workflow sees it. */
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { NodeError } from '#nodes/node.ts'
import { setupOf, type TriggerPort, type Watched } from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findShown, type ShownRow } from './app-triggers.store.ts'
import { findNotEnded, findNotStarted } from './problems.store.ts'
import { openSecret } from './secrets.ts'

export type AppProblems = Pick<WorkflowTrigger, 'not_started' | 'not_ended'>
export const NO_PROBLEMS: AppProblems = { not_started: [], not_ended: [] }

export interface AppParts {
  triggers: Pick<TriggerPort, 'find'>
  ring: KeyRing
}

/** Its id where the app is not here any more. */
export const nameOfApp = (triggers: Pick<TriggerPort, 'find'>, watched: Watched, owner: UserId): Promise<string> =>
  triggers.find(watched, owner).then(
    ({ connector }) => connector.name,
    () => watched.integration,
  )

/** What started nothing, and what may be left at services. */
export async function presentProblems(
  db: Database,
  { triggers }: AppParts,
  owner: UserId,
  workflow: WorkflowId,
): Promise<AppProblems> {
  const started = await findNotStarted(db, owner, workflow)
  const ended = await findNotEnded(db, owner, workflow)
  return {
    not_started: started.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    not_ended: await Promise.all(
      ended.map(async ({ at, watched, token, reason }) => ({
        integration: watched.integration,
        name: await nameOfApp(triggers, watched, owner),
        ...{ address: `/hooks/apps/${token}`, reason, at: at.toISOString() },
      })),
    ),
  }
}

export interface PresentedApp {
  app: WorkflowTrigger['app']
  /** Where the service is told by hand to deliver; null where it isn't. */
  address: string | null
}

export const NO_APP: PresentedApp = { app: null, address: null }

export async function presentApp(
  db: Database,
  { triggers, ring }: AppParts,
  owner: UserId,
  workflow: WorkflowId,
): Promise<PresentedApp> {
  const row = await findShown(db, workflow)
  if (!row) return NO_APP
  const { kind, state, error, waiting, waiting_reason, token } = row
  const found = await triggers.find(row.watched, owner).catch(() => null)
  const trigger = found?.trigger
  const setup = trigger ? setupOf(trigger) : null
  const byHand = setup !== null && trigger?.kind === 'webhook'
  const isSigned = byHand && !isPieceTrigger(trigger) && trigger.delivery.verify.by !== 'address'
  const secret = isSigned ? readSecret(ring, row) : { value: null, problem: null }
  const time = (date: Date | null) => date?.toISOString() ?? null
  return {
    app: {
      name: found?.connector.name ?? null,
      ...{ kind, state, error: secret.problem ?? error, waiting, waiting_reason, setup },
      checked_at: time(row.checked_at),
      item_at: time(row.item_at),
      next_at: kind === 'polling' && state !== 'stopped' ? time(row.next_at) : null,
      secret: secret.value,
    },
    address: byHand ? `/hooks/apps/${token}` : null,
  }
}

/** The page tells that a secret can't be read, and shows the rest. */
function readSecret(ring: KeyRing, row: ShownRow): { value: string | null; problem: string | null } {
  try {
    return { value: openSecret(ring, row), problem: null }
  } catch (error) {
    if (error instanceof NodeError) return { value: null, problem: error.message }
    throw error
  }
}
