import type { Database } from '#server/database/database.ts'
import { getRunRetention, setRunRetention } from '#server/domain/retention/own-retention.ts'
import type { RetentionPolicy } from '#server/domain/retention/retention.ts'
import { ownAccount } from '#server/domain/users/users.policy.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const runRetentionHandlers = ({
  db,
  retention,
}: {
  db: Database
  retention: RetentionPolicy
}): Pick<Handlers, 'getRunRetention' | 'setRunRetention'> => ({
  getRunRetention: (_input, { caller }) => getRunRetention(db, ownAccount(caller), retention),
  setRunRetention: ({ body }, { caller }) => setRunRetention(db, ownAccount(caller), retention, body.keep_days),
})
