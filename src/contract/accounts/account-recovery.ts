/**
 * What the embedded provider does by mail: a new password for who forgot it, the proof that an address is one's own, and another
 * address. Asking answers alike, in the same time, whether or not the address has an account.
 */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Done, Email, GivenPassword, NewPassword } from './auth.ts'

/** The part of a mailed link that nobody can guess: 32 bytes as base64url. Anything else is simply no valid link. */
const LinkToken = z.string().max(200)

export const accountRecoveryEndpoints = {
  requestReset: endpoint({
    method: 'POST',
    path: '/api/auth/request-password-reset',
    access: anyone,
    body: z.object({ email: Email }),
    returns: Done,
    errors: ['too_many_requests'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: anyone,
    body: z.object({ token: LinkToken, new_password: NewPassword }),
    returns: Done,
    errors: ['link_invalid', 'too_many_requests'],
    timeout: 15_000,
  }),
  requestVerification: endpoint({
    method: 'POST',
    path: '/api/auth/send-verification-email',
    access: anyone,
    returns: Done,
    errors: ['unauthenticated', 'already_resolved', 'too_many_requests'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: anyone,
    body: z.object({ token: LinkToken }),
    /** `changed` is true when it is a new address of the account. */
    returns: z.object({ email: z.string(), changed: z.boolean() }),
    errors: ['link_invalid', 'link_of_another', 'too_many_requests'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    access: anyone,
    body: z.object({ new_email: Email, password: GivenPassword }),
    returns: Done,
    errors: ['unauthenticated', 'password_wrong', 'already_exists', 'too_many_requests'],
    timeout: 15_000,
  }),
}
