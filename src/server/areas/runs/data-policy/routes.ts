import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import { getDataPolicy, previewDataPolicy, saveDataPolicy } from './data-policy.ts'

type Names = 'getDataPolicy' | 'previewDataPolicy' | 'saveDataPolicy'

export const dataPolicyHandlers = ({
  db,
  retention,
}: {
  db: Database
  retention: RetentionPolicy
}): Pick<Handlers, Names> => ({
  getDataPolicy: (_input, { caller }) => getDataPolicy(db, mayManageOwnAccount(caller), retention),
  previewDataPolicy: ({ body }, { caller }) => previewDataPolicy(db, mayManageOwnAccount(caller), retention, body),
  saveDataPolicy: ({ body }, { caller }) => saveDataPolicy(db, mayManageOwnAccount(caller), retention, body),
})
