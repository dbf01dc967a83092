/** Transactions for the identity provider, whose mail is queued like everybody's. */
import { CompiledQuery } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Transact } from '#server/gateways/identity/work.ts'
import { queueMail } from './mail.ts'

export const identityWork =
  (db: Database): Transact =>
  (work) =>
    db.transaction().execute((tx) =>
      work({
        rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
          (await tx.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows,
        mail: (mail) => queueMail(tx, mail),
      }),
    )
