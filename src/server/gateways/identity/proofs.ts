/** Proof of identity: the password, an app code, a backup code. Counted per account. */
import { symmetricDecrypt } from 'better-auth/crypto'
import { AppError, ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import type { AuthClient } from '#server/gateways/identity.ts'
import { rateBucket } from './allowed.ts'
import { type Holder, requireFreshSession } from './holder.ts'
import type { Parts } from './parts.ts'
import { hashOfBackupCode } from './second-step.ts'
import { stepOf } from './totp.ts'
import { claimStep, findTwoFactor } from './two-factor.store.ts'

export const proofError = (field: string, code: ErrorCode) =>
  new AppError(code, { problems: [{ message: ERRORS[code].text, field, code }] })
/** The six digits of an app; null for anything else, which can only be a backup code. */
export const parseDigits = (code: string): string | null => /^\d{6}$/.exec(code.replace(/[\s-]/g, ''))?.[0] ?? null

export function createProofs({ auth, call, throttle, options: { pool, secret } }: Parts) {
  /** Throws nothing but refusals of the throttle; a right answer does not count. */
  const counted = async <T>(name: 'confirm' | 'second_step', userId: string, check: () => Promise<T>): Promise<T> => {
    const buckets = [rateBucket(name, userId)]
    await throttle.attempt(buckets)
    const answer = await check()
    await throttle.forgive(buckets)
    return answer
  }
  const passwordHash = async (userId: string): Promise<string | null> => {
    const { internalAdapter } = await auth.$context
    return (await internalAdapter.findCredentialAccount(userId))?.password ?? null
  }
  /** Whether the digits are those of now, taken here for the first time. */
  const claim = async (userId: string, digits: string): Promise<boolean> => {
    const row = await findTwoFactor(pool, userId)
    if (!row) return false
    const key = (await auth.$context).secretConfig
    const step = stepOf(await symmetricDecrypt({ key, data: row.secret }), digits)
    return step !== null && (await claimStep(pool, userId, step))
  }
  const password = (userId: string, given: string) =>
    counted('confirm', userId, async () => {
      const hash = await passwordHash(userId)
      const right = hash !== null && (await (await auth.$context).password.verify({ hash, password: given }))
      if (!right) throw proofError('password', 'password_wrong')
    })
  return {
    counted,
    claim,
    passwordHash,
    password,
    /** The password of the account; where it has none, a recent sign-in. */
    async owner({ user, session }: Holder, given: string | undefined): Promise<void> {
      if ((await passwordHash(user.id)) === null) return requireFreshSession(pool, session.id)
      if (given === undefined) throw proofError('password', 'password_wrong')
      return password(user.id, given)
    },
    /** A code of the app or a backup code, which is used up. */
    code: ({ user }: Holder, client: AuthClient, given: string) =>
      counted('second_step', user.id, async () => {
        const row = await findTwoFactor(pool, user.id)
        if (!row?.verified) throw new AppError('illegal_transition', { message: 'Two-factor is off for this account.' })
        const digits = parseDigits(given)
        if (digits !== null && (await claim(user.id, digits))) return
        if (digits !== null) throw proofError('code', 'code_wrong')
        await call('POST', '/two-factor/verify-backup-code', client, {
          code: hashOfBackupCode(secret, given),
          disableSession: true,
        })
      }),
  }
}
