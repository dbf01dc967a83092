/**
 * Verifying the identity and the own profile (§7), and the embedded identity provider: sign-up, sign-in, sessions, tokens.
 *
 * The provider's endpoints under /api/auth work on an HttpOnly session cookie; everything else takes the short-lived token
 * that `token` hands out. They are public by access rule because they speak for the cookie, and answer 401 without one.
 */
import { z } from 'zod'
import { anyone, anyoneOrOwner, ROLES, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LANGUAGE_CODES } from '#contract/core/languages.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { isShown, NOT_SHOWN } from '#contract/core/names.ts'
import { page, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { INVITATIONS } from './invitation-values.ts'
import { User } from './users.ts'

/** Text on one line: no control characters, which neither a screen nor the database can hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const oneLine = z.string().regex(/^[^\u0000-\u001f\u007f]*$/, 'Remove control characters')
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused, but for tab and line breaks
const lines = z.string().regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Remove control characters')

export const DisplayName = oneLine.trim().min(1, 'Name is required').max(120).refine(isShown, NOT_SHOWN)
export const Email = z.email('Please enter a valid email address').max(254).toLowerCase()
/** §5 asks 6 characters of a sign-in; a new password has at least 8. */
export const NewPassword = z
  .string()
  .min(LIMITS.password.min_new, `Password must be at least ${LIMITS.password.min_new} characters`)
  .max(LIMITS.password.max, `Password must be at most ${LIMITS.password.max} characters`)
export const GivenPassword = z.string().min(1, 'Password is required').max(LIMITS.password.max)

/** An http or https address without a user name in it, which could pose as another host. */
const WebUrl = z
  .url({ protocol: /^https?$/, error: 'Use an address that starts with http:// or https://' })
  .max(2048)
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'The address can’t contain a user name')

export const ProfileChanges = z
  .strictObject({
    display_name: DisplayName,
    bio: lines.max(2000).nullable(),
    website_url: WebUrl.nullable(),
    /** A picture is uploaded; null removes it. */
    avatar_url: z.null('Upload a picture instead'),
    /** The language of the interface; kept in the preferences. */
    language: z.enum(LANGUAGE_CODES),
  })
  .partial()
export type ProfileChanges = z.infer<typeof ProfileChanges>

/** The account at the identity provider. `id` is the subject of its tokens (`firebase_uid` of the User). */
export const Account = z.object({ id: z.string(), email: z.string(), display_name: z.string() })
export type Account = z.infer<typeof Account>

export const Session = z.object({
  id: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Whether it is the session that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** Public members alone: what is not named here cannot get out. */
export const KeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      kid: z.string(),
      alg: z.string().optional(),
      crv: z.string().optional(),
      x: z.string(),
    }),
  ),
})
export type KeySet = z.infer<typeof KeySet>

export const Done = z.object({ done: z.literal(true) })

export const auth = {
  verify: endpoint({
    method: 'POST',
    path: '/api/v1/auth/verify',
    access: signedIn,
    returns: z.object({ valid: z.literal(true), user: User }),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/v1/auth/profile',
    access: signedIn,
    returns: User,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/v1/auth/profile',
    access: signedIn,
    body: ProfileChanges,
    returns: User,
  }),
  test: endpoint({
    method: 'GET',
    path: '/api/v1/auth/test',
    access: anyoneOrOwner,
    returns: z.object({ authenticated: z.boolean(), role: z.enum(ROLES).nullable() }),
  }),
}

/** The embedded identity provider; absent while another provider is configured. */
export const accounts = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/auth/sign-up/email',
    access: anyone,
    body: z.object({
      email: Email,
      password: NewPassword,
      display_name: DisplayName,
      /** The token of an invitation, where accounts are by invitation. */
      invitation: z.string().min(1).max(INVITATIONS.token_chars).optional(),
    }),
    returns: Done,
    success: 201,
    errors: ['too_many_requests', 'sign_up_closed', 'invitation_needed', 'invitation_invalid'],
    timeout: 15_000,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    access: anyone,
    body: z.object({ email: Email, password: GivenPassword }),
    returns: Account,
    errors: ['invalid_credentials', 'too_many_requests'],
    timeout: 15_000,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    access: anyone,
    returns: Done,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/auth/get-session',
    access: anyone,
    returns: z.object({ account: Account.nullable() }),
  }),
  token: endpoint({
    method: 'GET',
    path: '/api/auth/token',
    access: anyone,
    returns: z.object({ token: z.string() }),
    errors: ['unauthenticated'],
    timeout: 30_000,
  }),
  jwks: endpoint({
    method: 'GET',
    path: '/api/auth/jwks',
    access: anyone,
    returns: KeySet,
    answers: 'raw',
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/list-sessions',
    access: anyone,
    query: wholeList(),
    returns: z.object({ sessions: z.array(Session), ...page }),
    errors: ['unauthenticated'],
  }),
  revokeSession: endpoint({
    method: 'POST',
    path: '/api/auth/revoke-session',
    access: anyone,
    body: z.object({ id: oneLine.min(1).max(64) }),
    returns: Done,
    errors: ['unauthenticated', 'not_found'],
  }),
  revokeSessions: endpoint({
    method: 'POST',
    path: '/api/auth/revoke-sessions',
    access: anyone,
    returns: Done,
    errors: ['unauthenticated'],
  }),
  revokeOtherSessions: endpoint({
    method: 'POST',
    path: '/api/auth/revoke-other-sessions',
    access: anyone,
    returns: Done,
    errors: ['unauthenticated'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    access: anyone,
    body: z.object({
      current_password: GivenPassword,
      new_password: NewPassword,
      /**
       * Signs out other devices and revokes every API key, because a person who knew the old password may have created
       * some.
       */
      end_other_access: z.boolean().default(true),
    }),
    returns: Done,
    errors: ['unauthenticated', 'password_wrong', 'too_many_requests'],
    timeout: 15_000,
  }),
}
