/** `chowk admin reset-password`: a way back in for someone who cannot read the mail of their account. Who runs it holds the machine anyway. */
import { randomBytes } from 'node:crypto'
import { createIdentityTransact, identityWork } from '#server/areas/accounts/sign-in/identity-work.ts'
import { lockByEmail } from '#server/areas/accounts/users/users.store.ts'
import type { Config } from '#server/config.ts'
import { createEmbeddedIdentity } from '#server/gateways/identity/embedded.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'

interface Place {
  config: Pick<Config, 'brandName' | 'publicUrl' | 'secret' | 'firebase' | 'external'>
  pool: Pool
}

const nobody = () => Promise.reject(new Error('Nobody signs in here'))

/**
 * Gives the account a new password and ends all its sessions; what it may do stays as it is.
 * @returns the password, which is kept nowhere, and whether a second factor is still asked for
 * @throws Error when no account has the address, or passwords are kept elsewhere
 */
export async function resetPassword(
  { config, pool }: Place,
  email: string,
  { removeSecondFactor }: { removeSecondFactor: boolean },
): Promise<{ password: string; has_second_factor: boolean }> {
  if (config.firebase) throw new Error('people sign in through Firebase; reset the password there')
  const db = createDatabase(pool)
  const identity = await createEmbeddedIdentity({
    ...config,
    brand: () => ({ name: config.brandName }),
    // Nothing that this mails or signs is sent from here.
    publicUrl: config.publicUrl ?? 'http://localhost',
    pool,
    transact: createIdentityTransact(db),
    mustProve: async () => false,
    onSignIn: async () => {},
    signOns: { find: nobody, authorizeUrl: nobody, profile: nobody, admit: nobody, checkOtherWay: nobody },
    log: { error: (detail, message) => console.error(message, detail) },
  })
  const { accounts } = identity
  if (!accounts) throw new Error('the embedded provider keeps its accounts')
  try {
    const password = randomBytes(15).toString('base64url')
    const user = await db.transaction().execute(async (tx) => {
      const found = await lockByEmail(tx, email)
      if (!found) throw new Error(`no account has the address ${email}`)
      const work = identityWork(tx)
      if (removeSecondFactor) await accounts.support.removeSecondFactor(work, found.firebase_uid)
      await accounts.support.endSessions(work, found.firebase_uid, null)
      await insertAudit(tx, {
        actor_id: found.id,
        action: 'user.reset_password',
        target_id: found.id,
        reason: 'By the operator, on the machine',
        details: { second_factor_removed: removeSecondFactor },
      })
      return found
    })
    await accounts.provision({ email, password, display_name: user.display_name })
    const { rows } = await pool.query<{ on: boolean }>(
      'select coalesce("twoFactorEnabled", false) as on from auth."user" where id = $1',
      [user.firebase_uid],
    )
    return { password, has_second_factor: rows[0]?.on === true }
  } finally {
    await identity.stop()
  }
}
