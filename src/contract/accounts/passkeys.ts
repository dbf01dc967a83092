/**
 * Passkeys of the embedded provider (WebAuthn Level 3, JSON forms of §5.1.8 and §5.1.9). A passkey is found without an email
 * address and always asks for finger, face or PIN, so signing in with one counts as two factors.
 */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject, page, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { Account, Done, oneLine } from './auth.ts'
import { MOST_PASSKEYS, PASSKEY_NAME_MAX } from './two-factor-values.ts'

const Name = oneLine.trim().min(1, 'Name is required').max(PASSKEY_NAME_MAX)
const Id = oneLine.min(1).max(64)
const Base64Url = z
  .string()
  .regex(/^[\w-]+$/, 'Expected base64url')
  .max(20_000)

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().describe('Null before its first use.'),
  /** Kept by a password manager on several devices, rather than on one alone. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

const credential = { id: Base64Url, rawId: Base64Url, type: z.literal('public-key') }
const extensions = { clientExtensionResults: JsonObject, authenticatorAttachment: z.string().max(40).nullish() }

/** What `navigator.credentials.create` gave, as JSON. */
export const NewCredential = z.object({
  ...credential,
  ...extensions,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,40}$/))
      .max(10)
      .optional(),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** What `navigator.credentials.get` gave, as JSON. */
export const Assertion = z.object({
  ...credential,
  ...extensions,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

/** Options for the browser; their challenge is bound to this browser, good for five minutes and for one answer. */
const Options = z.object({ options: JsonObject })

export const passkeyEndpoints = {
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/auth/passkeys',
    access: anyone,
    query: wholeList(MOST_PASSKEYS),
    returns: z.object({ passkeys: z.array(Passkey), ...page }),
    errors: ['unauthenticated'],
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/start',
    access: anyone,
    returns: Options,
    errors: ['unauthenticated', 'confirmation_needed', 'two_factor_required', 'limit_reached'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys',
    access: anyone,
    body: z.object({ name: Name, credential: NewCredential }),
    returns: Passkey,
    success: 201,
    errors: ['unauthenticated', 'confirmation_needed', 'two_factor_required', 'passkey_refused', 'limit_reached'],
  }),
  renamePasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/rename',
    access: anyone,
    body: z.object({ id: Id, name: Name }),
    returns: Done,
    errors: ['unauthenticated', 'not_found'],
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/remove',
    access: anyone,
    body: z.object({ id: Id }),
    returns: Done,
    errors: ['unauthenticated', 'confirmation_needed', 'two_factor_required', 'not_found', 'illegal_transition'],
  }),
  startPasskeySignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-in/start',
    access: anyone,
    returns: Options,
    errors: ['too_many_requests'],
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-in',
    access: anyone,
    body: z.object({ credential: Assertion }),
    returns: Account,
    errors: ['passkey_refused', 'too_many_requests'],
    timeout: 15_000,
  }),
}
