/**
 * The second factor of an account of the embedded provider: codes of an authenticator app (TOTP, RFC 6238) with backup codes, and
 * showing again who one is before a dangerous act. All of it speaks for the session cookie, like the rest under /api/auth.
 */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Account, Done, GivenPassword } from './auth.ts'

/** Six digits of the app, or a backup code; spaces and dashes are how people copy them. */
const Code = z.string().trim().min(1, 'Enter the code').max(40, 'The code is too long')

export const TwoFactorState = z.object({
  enabled: z.boolean(),
  /** Backup codes not used yet. */
  backup_codes_left: z.number().int(),
  /** An account that only signs in with Google or GitHub, or with passkeys, has none to ask for. */
  has_password: z.boolean(),
  /** Whether this session was opened with a second factor or a passkey. */
  proven: z.boolean(),
})
export type TwoFactorState = z.infer<typeof TwoFactorState>

/** What an authenticator app needs, and the codes for the day it is lost. Shown once. */
export const TwoFactorSetup = z.object({
  /** `otpauth://` address, for the QR code. */
  uri: z.string(),
  /** The secret in base 32, for typing. */
  secret: z.string(),
  backup_codes: z.array(z.string()),
})
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

/** Absent for an account without one: that must have signed in, or confirmed, within the last ten minutes. */
const password = GivenPassword.optional()

export const twoFactorEndpoints = {
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/api/auth/confirm',
    access: anyone,
    body: z.union([z.object({ password: GivenPassword }), z.object({ code: Code })]),
    returns: Done,
    errors: ['unauthenticated', 'password_wrong', 'code_wrong', 'too_many_requests'],
    timeout: 15_000,
  }),
  getTwoFactor: endpoint({
    method: 'GET',
    path: '/api/auth/two-factor',
    access: anyone,
    returns: TwoFactorState,
    errors: ['unauthenticated'],
  }),
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/start',
    access: anyone,
    body: z.object({ password }),
    returns: TwoFactorSetup,
    errors: [
      'unauthenticated',
      'password_wrong',
      'confirmation_needed',
      'two_factor_required',
      'illegal_transition',
      'too_many_requests',
    ],
    timeout: 15_000,
  }),
  enableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/enable',
    access: anyone,
    body: z.object({ code: Code }),
    returns: Done,
    errors: ['unauthenticated', 'code_wrong', 'two_factor_required', 'illegal_transition', 'too_many_requests'],
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/disable',
    access: anyone,
    body: z.object({ password, code: Code }),
    returns: Done,
    errors: [
      'unauthenticated',
      'password_wrong',
      'code_wrong',
      'confirmation_needed',
      'illegal_transition',
      'too_many_requests',
    ],
    timeout: 15_000,
  }),
  renewBackupCodes: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/backup-codes',
    access: anyone,
    body: z.object({ password }),
    returns: z.object({ backup_codes: z.array(z.string()) }),
    errors: ['unauthenticated', 'password_wrong', 'confirmation_needed', 'illegal_transition', 'too_many_requests'],
    timeout: 15_000,
  }),
  finishSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor/sign-in',
    access: anyone,
    body: z.object({ code: Code, trust_device: z.boolean().optional() }),
    returns: Account,
    errors: ['code_wrong', 'second_step_over', 'too_many_requests'],
    timeout: 15_000,
  }),
}
