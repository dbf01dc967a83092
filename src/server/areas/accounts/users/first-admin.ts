/** The first start: an account must exist that can sign in and manage the rest. */
import { randomBytes } from 'node:crypto'
import { LIMITS } from '#contract/core/limits.ts'
import type { Accounts } from '#server/gateways/identity.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hasSuperAdmin, upsertSuperAdmin, withFirstStartLock } from './users.store.ts'

export interface FirstAdmin {
  email: string
  /** Present when it was generated: shown once and kept nowhere. */
  generated_password: string | null
}

/**
 * Makes the super admin unless there is one. Of several processes that start at once, one makes it.
 * @param admin `password` undefined generates one
 * @returns null when a super admin exists already
 * @throws Error when the given password is too short or too long
 */
export async function ensureSuperAdmin(
  db: Database,
  accounts: Pick<Accounts, 'provision'>,
  admin: { email: string; password: string | undefined },
): Promise<FirstAdmin | null> {
  const { min_new, max } = LIMITS.password
  const given = admin.password
  if (given !== undefined && (given.length < min_new || given.length > max))
    throw new Error(`ADMIN_PASSWORD must have ${min_new} to ${max} characters.`)
  if (await hasSuperAdmin(db)) return null
  return withFirstStartLock(db, async (tx) => {
    if (await hasSuperAdmin(tx)) return null
    const password = given ?? randomBytes(15).toString('base64url')
    const email = admin.email.toLowerCase()
    const firebase_uid = await accounts.provision({ email, password, display_name: 'Administrator' })
    await upsertSuperAdmin(tx, { firebase_uid, email, display_name: 'Administrator' })
    return { email, generated_password: given === undefined ? password : null }
  })
}
