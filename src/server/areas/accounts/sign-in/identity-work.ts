/**
 * Transactions of the identity provider: mail is queued as elsewhere, together with the rows that grant access to an
 * account.
 */
import { CompiledQuery } from 'kysely'
import { deleteKeysOf } from '#server/areas/accounts/api-keys/api-keys.store.ts'
import { closeDoorsOf } from '#server/areas/accounts/users/close-doors.store.ts'
import type { Transact } from '#server/gateways/identity/identity-transaction.ts'
import type { Database } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail.ts'

export const createIdentityTransact =
  (db: Database): Transact =>
  (work) =>
    db.transaction().execute((tx) =>
      work({
        rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
          (await tx.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows,
        mail: (mail) => queueMail(tx, mail),
        revokeKeys: (subject) => deleteKeysOf(tx, subject),
        closeDoors: (subject) => closeDoorsOf(tx, subject),
      }),
    )
