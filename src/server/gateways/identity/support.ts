/** What support does for the holder of an account, in the transaction that audits it. */
import type { AccountSupport } from '#server/gateways/identity.ts'
import { endSessions } from './account-recovery.ts'
import { makeLink } from './mail-links.ts'
import type { Parts } from './parts.ts'
import { endWaitingSignIns, forgetTrustedBrowsers } from './two-factor.store.ts'

const LOCK = `
  select email, coalesce("twoFactorEnabled", false) as has_second_factor from auth."user" where id = $1 for update`
const OFF = `update auth."user" set "twoFactorEnabled" = false, "updatedAt" = now() where id = $1`

export function createAccountSupport({ texts }: Pick<Parts, 'texts'>): AccountSupport {
  return {
    async endSessions(tx, subject, session) {
      if (session !== null) {
        const ended = await tx.rows('delete from auth.session where "userId" = $1 and id = $2 returning id', [
          subject,
          session,
        ])
        return ended.length
      }
      const ended = await endSessions(tx, subject)
      await endWaitingSignIns(tx, subject)
      await forgetTrustedBrowsers(tx, subject)
      return ended.length
    },
    async mailReset(tx, subject) {
      const [account] = await tx.rows<{ email: string }>(LOCK, [subject])
      if (!account) return false
      const token = await makeLink(tx, { purpose: 'reset', user_id: subject, email: account.email })
      await tx.mail({ to: account.email, ...texts.reset(token) })
      return true
    },
    async removeSecondFactor(tx, subject) {
      const [account] = await tx.rows<{ email: string; has_second_factor: boolean }>(LOCK, [subject])
      if (!account?.has_second_factor) return false
      await tx.rows('delete from auth."twoFactor" where "userId" = $1', [subject])
      await tx.rows(OFF, [subject])
      // Sign-ins that wait for a code, and browsers trusted because of one, end with it.
      await endWaitingSignIns(tx, subject)
      await forgetTrustedBrowsers(tx, subject)
      await tx.mail({ to: account.email, ...texts.secondFactorRemoved() })
      return true
    },
  }
}
