/** The second factor of an account: set up, asked for at sign-in, taken away. */
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import type { Accounts } from '#server/gateways/identity.ts'
import { endOtherSessions, requireActingHolder, requireProof, withoutSession } from './holder.ts'
import type { Parts } from './parts.ts'
import { createProofs, parseDigits, proofError } from './proofs.ts'
import { accountOf, headersOf, WithUser } from './provider-call.ts'
import { withSamePassword } from './same-password.ts'
import { hashOfBackupCode } from './second-step.ts'
import { findTwoFactor, forgetTrustedBrowsers, hasProvedSecondFactor } from './two-factor.store.ts'

const Setup = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const Codes = z.object({ backupCodes: z.array(z.string()) })
/** Sent to the plugin in place of a code that is wrong or was used, so that it counts the attempt. */
const NEVER = '-'

type Verbs = 'twoFactor' | 'startTwoFactor' | 'enableTwoFactor' | 'disableTwoFactor' | 'renewBackupCodes'

/** What the holder of a session does with the second factor. */
export function createTwoFactor(parts: Parts): Pick<Accounts, Verbs> {
  const { call, options } = parts
  const { pool, transact } = options
  const proof = createProofs(parts)
  const expect = async (userId: string, on: boolean) => {
    const row = await findTwoFactor(pool, userId)
    if ((row?.verified ?? false) === on) return row
    const message = on ? 'Two-factor is off for this account.' : 'Two-factor is on for this account already.'
    throw new AppError('illegal_transition', { message })
  }
  return {
    async twoFactor(client) {
      const { user, session } = await requireActingHolder(parts, client)
      const row = await findTwoFactor(pool, user.id)
      const enabled = row?.verified ?? false
      const data = {
        enabled,
        backup_codes_left: enabled ? (row?.backup_codes_left ?? 0) : 0,
        has_password: (await proof.passwordHash(user.id)) !== null,
        proven: await hasProvedSecondFactor(pool, session.id),
      }
      return { data, cookies: [] }
    },
    async startTwoFactor({ password }, client) {
      const holder = await requireActingHolder(parts, client)
      await expect(holder.user.id, false)
      await proof.owner(holder, password)
      await requireProof(parts, holder)
      const { totpURI, backupCodes } = Setup.parse(
        (await call('POST', '/two-factor/enable', client, { password })).body,
      )
      const secret = (new URL(totpURI).searchParams.get('secret') ?? '').replace(/=+$/, '')
      return { data: { uri: totpURI, secret, backup_codes: backupCodes }, cookies: [] }
    },
    async enableTwoFactor({ code }, client) {
      const holder = await requireActingHolder(parts, client)
      const { user } = holder
      const row = await expect(user.id, false)
      await requireProof(parts, holder)
      if (!row) throw new AppError('illegal_transition', { message: 'Start with a new secret.' })
      const { cookies } = await proof.counted('second_step', user.id, async () => {
        const digits = parseDigits(code)
        if (digits === null || !(await proof.claim(user.id, digits))) throw proofError('code', 'code_wrong')
        return call('POST', '/two-factor/verify-totp', client, { code: digits })
      })
      // A user who was signed in without a second factor must not stay signed in.
      await endOtherSessions(pool, user.id, cookies)
      await transact((tx) => forgetTrustedBrowsers(tx, user.id))
      return { data: null, cookies }
    },
    async disableTwoFactor({ password, code }, client) {
      const holder = await requireActingHolder(parts, client)
      await expect(holder.user.id, true)
      await proof.owner(holder, password)
      await proof.code(holder, client, code)
      const { cookies } = await call('POST', '/two-factor/disable', client, { password })
      await transact((tx) => forgetTrustedBrowsers(tx, holder.user.id))
      return { data: null, cookies }
    },
    async renewBackupCodes({ password }, client) {
      const holder = await requireActingHolder(parts, client)
      await expect(holder.user.id, true)
      await proof.owner(holder, password)
      const { body } = await call('POST', '/two-factor/generate-backup-codes', client, { password })
      return { data: { backup_codes: Codes.parse(body).backupCodes }, cookies: [] }
    },
  }
}

/** The second step of a sign-in. The account is known by the challenge of the first step alone, never by what the client says. */
export function createSecondStep(parts: Parts): Pick<Accounts, 'finishSignIn'> {
  const { auth, call, devices, options } = parts
  const proof = createProofs(parts)
  return {
    async finishSignIn({ code, trust_device }, client) {
      const guest = withoutSession(client)
      const { userId } = await auth.api.waitingForSecondStep({ headers: headersOf(guest) })
      if (userId === null) throw new AppError('second_step_over')
      const step = async () => {
        const digits = parseDigits(code)
        const trustDevice = trust_device ?? false
        if (digits === null)
          return call('POST', '/two-factor/verify-backup-code', guest, {
            code: hashOfBackupCode(options.secret, code),
            trustDevice,
          })
        const right = await proof.claim(userId, digits)
        return call('POST', '/two-factor/verify-totp', guest, { code: right ? digits : NEVER, trustDevice })
      }
      const { body, cookies } = await withSamePassword(options.pool, { id: userId }, 'second_step_over', () =>
        proof.counted('second_step', userId, step),
      )
      const account = accountOf(WithUser.parse(body).user)
      const known = devices.recognise(client.cookie, account.email)
      return { data: account, cookies: known ? cookies : [...cookies, devices.remember(account.email)] }
    },
  }
}
