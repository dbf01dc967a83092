/** Another password for an account that has one. What the old one had opened ends with it, or nothing changes. */
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import type { Accounts, AuthClient } from '#server/gateways/identity.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'
import { rateBucket } from './allowed.ts'
import { RENEW_PATH } from './enter-plugin.ts'
import { requireActingHolder } from './holder.ts'
import { deleteLinks } from './mail-links.ts'
import type { Parts } from './parts.ts'
import { endWaitingSignIns, forgetTrustedBrowsers } from './two-factor.store.ts'

export function createPasswordChange(parts: Parts): Pick<Accounts, 'changePassword'> {
  const { throttle, options, texts, hash, checkPassword } = parts
  return {
    async changePassword({ current_password, new_password, end_other_access }, client) {
      const { user } = await requireActingHolder(parts, client)
      const buckets = [rateBucket('change_password', user.id)]
      await throttle.attempt(buckets)
      const former = await checkPassword(user.id, current_password)
      await throttle.forgive(buckets)
      const password = await hash(new_password)
      // The session that is kept is made first, because all that ends with the old password ends together.
      const kept = end_other_access ? await renewed(parts, client) : null
      await options
        .transact(async (tx) => {
          await replacePassword(tx, user.id, { former, password })
          await deleteLinks(tx, user.id, 'reset')
          await endWaitingSignIns(tx, user.id)
          if (kept) {
            await tx.rows('delete from auth.session where "userId" = $1 and id <> $2', [user.id, kept.id])
            await forgetTrustedBrowsers(tx, user.id)
            await tx.revokeKeys(user.id)
          }
          await tx.mail({ to: user.email, ...texts.passwordChanged(end_other_access) })
        })
        .catch(async (error: unknown) => {
          if (kept) await options.pool.query('delete from auth.session where id = $1', [kept.id]).catch(() => {})
          throw error
        })
      return { data: null, cookies: kept?.cookies ?? [] }
    },
  }
}

/** Another session for the one who holds this, so that a copy of the cookie of the former opens nothing once that has ended. */
async function renewed({ call }: Parts, client: AuthClient): Promise<{ id: string; cookies: string[] }> {
  const { body, cookies } = await call('POST', RENEW_PATH, client)
  return { id: z.object({ id: z.string() }).parse(body).id, cookies }
}

/** @throws password_wrong when the former was replaced by another meanwhile */
async function replacePassword(tx: Work, userId: string, change: { former: string; password: string }): Promise<void> {
  const [changed] = await tx.rows(
    `update auth.account set password = $3, "updatedAt" = now()
     where "userId" = $1 and "providerId" = 'credential' and password = $2 returning 1`,
    [userId, change.former, change.password],
  )
  if (!changed) throw new AppError('password_wrong')
}
