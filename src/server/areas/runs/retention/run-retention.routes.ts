import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import { getRunRetention, setRunRetention } from './own-retention.ts'

export const runRetentionHandlers = ({
  db,
  retention,
}: {
  db: Database
  retention: RetentionPolicy
}): Pick<Handlers, 'getRunRetention' | 'setRunRetention'> => ({
  getRunRetention: (_input, { caller }) => getRunRetention(db, mayManageOwnAccount(caller), retention),
  setRunRetention: ({ body }, { caller }) =>
    setRunRetention(db, mayManageOwnAccount(caller), retention, body.keep_days),
})
