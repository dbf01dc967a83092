/**
 * Account recovery by mail: a new password, verification of an address, another address.
 *
 * Following a link proves who reads the mailbox. If it was never verified before, the account may have been created by
 * another person: then all other ways to sign in that were added until now are removed, API keys too, and so is every
 * session. So is everything that sends the account's data elsewhere or starts runs in its name: models, credentials,
 * addresses, members.
 */

import { AppError } from '#contract/core/errors.ts'
import type { Accounts, AuthClient } from '#server/gateways/identity.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import { rateBucket } from './allowed.ts'
import { requireHolder } from './holder.ts'
import { deleteLinks, isLinkValid, redeemLink } from './mail-links.ts'
import type { Parts } from './parts.ts'
import { refuseForeign } from './provider-call.ts'
import { endWaitingSignIns, forgetTrustedBrowsers } from './two-factor.store.ts'

type RecoveryVerbs = 'requestReset' | 'resetPassword' | 'requestVerification' | 'verifyEmail' | 'changeEmail'

interface LockedAccount {
  email: string
  verified: boolean
}

/** @throws link_invalid when the account is gone */
async function lockAccount(tx: Work, userId: string): Promise<LockedAccount> {
  const [account] = await tx.rows<LockedAccount>(
    'select email, "emailVerified" as verified from auth."user" where id = $1 for update',
    [userId],
  )
  if (!account) throw new AppError('link_invalid')
  return account
}

const SET_PASSWORD = `
  with changed as (
    update auth.account set password = $2, "updatedAt" = now()
    where "userId" = $1 and "providerId" = 'credential' returning 1)
  insert into auth.account (id, "accountId", "providerId", "userId", password, "updatedAt")
  select $3, $1, 'credential', $1, $2, now() where not exists (select from changed)`

/** One password for the account, whether or not it had one. */
export const setPassword = (tx: Work, userId: string, hash: string): Promise<unknown> =>
  tx.rows(SET_PASSWORD, [userId, hash, crypto.randomUUID()])

export const endSessions = (tx: Work, userId: string): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>('delete from auth.session where "userId" = $1 returning id', [userId])

/** The account now belongs to its mailbox: any other way into it may be another person's. */
async function takeOver(tx: Work, userId: string): Promise<void> {
  await tx.rows(`delete from auth.account where "userId" = $1 and "providerId" <> 'credential'`, [userId])
  await tx.rows('delete from auth.passkey where "userId" = $1', [userId])
  await tx.rows('delete from auth."twoFactor" where "userId" = $1', [userId])
  await tx.revokeKeys(userId)
  await tx.closeDoors(userId)
  await tx.rows(
    'update auth."user" set "emailVerified" = true, "twoFactorEnabled" = false, "updatedAt" = now() where id = $1',
    [userId],
  )
}

/** The account of a followed link, as a reset or a confirmation leaves it. @throws link_invalid */
async function provenAccount(tx: Work, userId: string, email: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, userId)
  if (account.email !== email) throw new AppError('link_invalid')
  return account
}

function passwords({
  throttle,
  devices,
  options,
  mailRequests,
  texts,
  hash,
}: Parts): Pick<Accounts, 'requestReset' | 'resetPassword'> {
  return {
    async requestReset(email, client) {
      refuseForeign(client, options.publicUrl)
      const device = devices.recognise(client.cookie, email)
      // A stranger who asks again and again must not keep the owner from asking.
      await throttle.attempt(
        device
          ? [rateBucket('forgot_device', device)]
          : [rateBucket('forgot_address', client.ip), rateBucket('forgot_account', email)],
      )
      await mailRequests.ask({ purpose: 'reset', user_id: null, email })
      return { data: null, cookies: [] }
    },
    async resetPassword({ token, new_password }, client) {
      refuseForeign(client, options.publicUrl)
      await throttle.attempt([rateBucket('link_address', client.ip)])
      // Hashing is dear: not for links that lead nowhere.
      if (!(await options.transact((tx) => isLinkValid(tx, token, 'reset')))) throw new AppError('link_invalid')
      const password = await hash(new_password)
      const email = await options.transact(async (tx) => {
        const { user_id, email } = await redeemLink(tx, token, ['reset'])
        const account = await provenAccount(tx, user_id, email)
        if (!account.verified) {
          await takeOver(tx, user_id)
        }
        await setPassword(tx, user_id, password)
        await endSessions(tx, user_id)
        await endWaitingSignIns(tx, user_id)
        await forgetTrustedBrowsers(tx, user_id)
        // The old password may be known to a person who created keys with it.
        await tx.revokeKeys(user_id)
        await deleteLinks(tx, user_id)
        await tx.mail({ to: email, ...texts.passwordChanged(true) })
        return email
      })
      return { data: null, cookies: [devices.remember(email)] }
    },
  }
}

/**
 * The rows of one followed link that confirms an address. The reader of the mailbox may never have asked for the
 * account: their click
 * alone would verify the address for its creator, who would then be joined with the owner's later sign-ins.
 * @throws link_invalid, link_of_another
 */
async function confirm(tx: Work, token: string, holder: string | null, { texts }: Pick<Parts, 'texts'>) {
  const { purpose, user_id, email } = await redeemLink(tx, token, ['verify', 'change'])
  if (user_id !== holder) throw new AppError('link_of_another')
  if (purpose === 'verify') {
    await provenAccount(tx, user_id, email)
    await tx.rows('update auth."user" set "emailVerified" = true, "updatedAt" = now() where id = $1', [user_id])
    return { email, changed: false }
  }
  const former = await lockAccount(tx, user_id)
  await tx.rows('update auth."user" set email = $2, "emailVerified" = true, "updatedAt" = now() where id = $1', [
    user_id,
    email,
  ])
  await deleteLinks(tx, user_id)
  await tx.mail({ to: former.email, ...texts.changed() })
  return { email, changed: true }
}

export function createAccountRecovery(parts: Parts): Pick<Accounts, RecoveryVerbs> {
  const { throttle, options, mailRequests, call, checkPassword } = parts
  const mine = async (client: AuthClient) => (await requireHolder(call, client)).user
  const someone = (client: AuthClient) =>
    mine(client).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthenticated') return null
      throw error
    })
  return {
    ...passwords(parts),
    async requestVerification(client) {
      refuseForeign(client, options.publicUrl)
      const { id, email, emailVerified } = await mine(client)
      if (emailVerified) throw new AppError('already_resolved', { message: 'This email address is confirmed already.' })
      await throttle.attempt([rateBucket('verification', id)])
      await mailRequests.ask({ purpose: 'verify', user_id: id, email })
      return { data: null, cookies: [] }
    },
    async verifyEmail(token, client) {
      refuseForeign(client, options.publicUrl)
      await throttle.attempt([rateBucket('link_address', client.ip)])
      const holder = await someone(client)
      const data = await options
        .transact((tx) => confirm(tx, token, holder?.id ?? null, parts))
        .catch((error: unknown) => {
          // Another account has taken the address since the link was sent.
          throw isDuplicate(error) ? new AppError('link_invalid', { cause: error }) : error
        })
      return { data, cookies: [] }
    },
    async changeEmail({ new_email, password }, client) {
      refuseForeign(client, options.publicUrl)
      const { id, email } = await mine(client)
      const buckets = [rateBucket('change_password', id)]
      await throttle.attempt(buckets)
      await checkPassword(id, password)
      await throttle.forgive(buckets)
      if (new_email === email)
        throw new AppError('already_exists', {
          problems: [{ field: 'new_email', code: 'already_exists', message: 'This is your address already.' }],
        })
      await throttle.attempt([rateBucket('verification', id)])
      await mailRequests.ask({ purpose: 'change', user_id: id, email: new_email })
      return { data: null, cookies: [] }
    },
  }
}
