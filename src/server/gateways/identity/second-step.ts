/**
 * The plugins behind second factors. A sign-in that still wants a code holds a challenge: a signed cookie that names a row of
 * auth.verification, good for ten minutes, and for no session.
 */
import { createHmac, randomInt } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { BACKUP_CODES, TRUSTED_DAYS } from '#contract/accounts/two-factor-values.ts'

/** Crockford's letters and digits: none is taken for another when it is read from paper. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const half = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
/** Fifty random bits, as two groups of five. */
const backupCodes = () => Array.from({ length: BACKUP_CODES }, () => `${half()}-${half()}`)

const MARK = 'h:'
/** What is kept of a backup code, and what the plugin is asked for in its place. */
export const hashOfBackupCode = (secret: string, code: string): string => {
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  return MARK + createHmac('sha256', secret).update(`backup code\n${plain}`).digest('base64url')
}

/** Codes come from `verify-totp` with their step claimed beforehand (two-factor.ts); counting attempts is ours (throttle.ts). */
export const twoFactorPlugin = (secret: string) =>
  twoFactor({
    allowPasswordless: true,
    trustDeviceMaxAge: TRUSTED_DAYS * 86_400,
    accountLockout: { enabled: false },
    backupCodeOptions: {
      customBackupCodesGenerate: backupCodes,
      storeBackupCodes: {
        // Called again with what is left after one was used: those are hashes already.
        encrypt: async (json) =>
          JSON.stringify(
            (JSON.parse(json) as string[]).map((code) =>
              code.startsWith(MARK) ? code : hashOfBackupCode(secret, code),
            ),
          ),
        decrypt: async (kept) => kept,
      },
    },
  })

/** Whose sign-in waits for its second step in the browser that asks. */
export const secondStepPlugin = () =>
  ({
    id: 'second-step',
    endpoints: {
      waitingForSecondStep: createAuthEndpoint.serverOnly(
        { method: 'GET', requireHeaders: true },
        async (ctx): Promise<{ userId: string | null }> => {
          const { name } = ctx.context.createAuthCookie('two_factor')
          const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
          const challenge = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null
          return { userId: challenge && challenge.expiresAt > new Date() ? challenge.value : null }
        },
      ),
    },
  }) satisfies BetterAuthPlugin
