import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayRecover } from './recovery.policy.ts'
import { getRecovery, listRecoverable, planRecovery, startRecovery } from './recovery.ts'
import { createRecoverer, type RecoveryDeps } from './recovery-jobs.ts'

export function runRecoveryHandlers(
  deps: RecoveryDeps,
): Pick<Handlers, 'listRecoverable' | 'planRecovery' | 'startRecovery' | 'getRecovery'> {
  const work = createRecoverer(deps)
  return {
    listRecoverable: ({ query }, { caller }) => listRecoverable(deps.db, mayRecover(caller, query.scope), query),
    planRecovery: ({ body }, { caller }) => planRecovery(deps, mayRecover(caller, body.scope), body),
    startRecovery: async ({ body }, { caller }) => {
      const grant = mayRecover(caller, body.scope)
      const recovery = await startRecovery(deps.db, grant, body)
      // Answered at once: how far it is, is asked for by its id.
      void work({ id: recovery.id, owner_id: grant.on.by })
      return recovery
    },
    getRecovery: ({ params }, { caller }) => getRecovery(deps.db, mayRecover(caller, 'own'), params.id),
  }
}
