/**
 * Transactions of the identity provider: mail is queued as elsewhere, together with the rows that grant access to an
 * account.
 */
import { CompiledQuery } from 'kysely'
import { deleteKeysOf } from '#server/areas/accounts/api-keys/api-keys.store.ts'
import { deleteAssistantsOf } from '#server/areas/accounts/assistants/assistants.store.ts'
import { admitAccount, checkAdmission } from '#server/areas/accounts/invitations/admission.ts'
import { closeDoorsOf } from '#server/areas/accounts/users/close-doors.store.ts'
import { insertAccountUser } from '#server/areas/accounts/users/users.store.ts'
import { displayNameOf } from '#server/areas/accounts/users/users.ts'
import type { Transact, Work } from '#server/gateways/identity-transaction.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findRecipients } from '#server/platform/mail/recipients.store.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'

/** The provider's work inside a transaction of ours. */
export const identityWork = (tx: Queryable): Work => ({
  rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows,
  mail: (mail) => queueTemplatedMail(tx, mail),
  checkAdmission: (email, proof) => checkAdmission(tx, email, proof),
  createUser: async ({ subject, email, name, proof, language }) => {
    await admitAccount(tx, email, proof)
    await insertAccountUser(tx, { firebase_uid: subject, email, display_name: displayNameOf(name, email) }, language)
  },
  languageOf: async (email) => (await findRecipients(tx, email, 'manage'))[0]?.language ?? null,
  revokeKeys: async (subject) => {
    await deleteKeysOf(tx, subject)
    await deleteAssistantsOf(tx, subject)
  },
  closeDoors: (subject) => closeDoorsOf(tx, subject),
})

export const createIdentityTransact =
  (db: Database): Transact =>
  (work) =>
    db.transaction().execute((tx) => work(identityWork(tx)))
