/**
 * The ways to sign in: which of them this installation offers, and which of them an account has. Google and GitHub are asked in a
 * popup by the authorization code flow (RFC 6749) with PKCE (RFC 7636); its redirect address is `EXTERNAL_PAGE` of the provider.
 */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { Done, NewPassword } from './auth.ts'
import { EXTERNAL_PROVIDERS } from './external-providers.ts'

const ExternalProvider = z.enum(EXTERNAL_PROVIDERS)

const Offer = z.object({
  enabled: z.boolean(),
  /** Why not, as a text to show next to the disabled button. */
  reason: z.string().nullable(),
})

export const SignInMethods = z.object({
  provider: z.enum(['embedded', 'firebase']),
  google: Offer,
  github: Offer,
})
export type SignInMethods = z.infer<typeof SignInMethods>

const SignInMethod = z.object({
  way: z.enum([...EXTERNAL_PROVIDERS, 'password']),
  connected: z.boolean(),
  connected_at: Timestamp.nullable(),
  can_connect: Ability,
  /** Refused for the last way in. */
  can_disconnect: Ability,
})

export const Connections = z.object({ ways: z.array(SignInMethod) })
export type Connections = z.infer<typeof Connections>

export const connectionEndpoints = {
  ways: endpoint({
    method: 'GET',
    path: '/api/v1/auth/providers',
    access: anyone,
    returns: SignInMethods,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/auth/external/start',
    access: anyone,
    body: z.object({ provider: ExternalProvider, purpose: z.enum(['sign_in', 'connect']) }),
    returns: z.object({ url: z.string() }),
    errors: ['way_not_offered', 'unauthenticated', 'confirmation_needed', 'too_many_requests', 'unavailable'],
    timeout: 15_000,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/auth/external/finish',
    access: anyone,
    body: z.object({
      provider: ExternalProvider,
      state: z.string().max(200),
      code: z.string().max(2000).optional(),
      /** As the provider gave it (RFC 6749 §4.1.2.1); `access_denied` when the person said no. */
      error: z.string().max(200).optional(),
    }),
    returns: Done,
    errors: [
      'external_state',
      'external_denied',
      'external_refused',
      'external_email',
      'external_taken',
      'link_first',
      'second_factor_needed',
      'unauthenticated',
      'too_many_requests',
      'unavailable',
    ],
    timeout: 30_000,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/auth/connections',
    access: anyone,
    returns: Connections,
    errors: ['unauthenticated'],
  }),
  disconnect: endpoint({
    method: 'POST',
    path: '/api/auth/disconnect',
    access: anyone,
    body: z.object({ way: z.enum([...EXTERNAL_PROVIDERS, 'password']) }),
    returns: Done,
    errors: ['unauthenticated', 'confirmation_needed', 'not_found', 'illegal_transition'],
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/api/auth/set-password',
    access: anyone,
    body: z.object({ new_password: NewPassword }),
    returns: Done,
    errors: ['unauthenticated', 'confirmation_needed', 'already_exists'],
    timeout: 15_000,
  }),
}
