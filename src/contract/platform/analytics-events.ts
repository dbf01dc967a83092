/** The analytics events of specification §9 with their parameters, and consent to them. */
import { z } from 'zod'
import { PURPOSES } from '#contract/accounts/consent-values.ts'
import { PLATFORMS } from '#contract/accounts/users.ts'
import { anyone, ROLES, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ERROR_CATEGORIES, SEVERITIES } from '#contract/core/error-records.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { AgentId, listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { ANALYTICS } from '#contract/core/server-limits.ts'

const word = (max = 60) => z.string().min(1).max(max)
/** Lower-case words joined by underscores. */
const token = z.string().regex(/^[a-z0-9_]{1,40}$/)
const method = z.enum(['password', 'google', 'github', 'passkey'])
/** ISO 4217. */
const currency = z.string().regex(/^[A-Z]{3}$/)
/** In units of the currency, not in its hundredth. */
const value = z.number().min(0).max(1e9)
/** The pattern of a page of the contract, never an address with ids: `/agent/{id}`. */
const pattern = z.string().regex(/^\/[\w\-/{}*]{0,80}$/)

const event = <const N extends string, P extends z.ZodRawShape>(name: N, params: P) =>
  z.strictObject({
    name: z.literal(name),
    params: z.strictObject(params),
    /** How long ago it happened, in ms: the clock of a browser is not believed. */
    ago_ms: z.number().int().min(0).max(ANALYTICS.oldest_ms).default(0),
  })

export const AnalyticsEvent = z.discriminatedUnion('name', [
  event('login', { method }),
  event('sign_up', { method }),
  event('logout', {}),
  event('page_view', { path: pattern }),
  event('agent_view', { agent_id: AgentId, category: word().optional() }),
  event('agent_create', { agent_id: AgentId, category: word().optional() }),
  event('agent_purchase', {
    agent_id: AgentId,
    value,
    currency: currency.default(LIMITS.purchase_event_currency),
  }),
  event('platform_access', { platform: z.enum(PLATFORMS) }),
  event('role_upgrade', { from: z.enum(ROLES), to: z.enum(ROLES) }),
  event('payment_success', { value, currency: currency.default(LIMITS.payment_currency) }),
  event('payment_failed', { value, currency: currency.default(LIMITS.payment_currency), reason: token.optional() }),
  event('search', { term: word(100), results: z.number().int().min(0).optional() }),
  event('share', { method: token, content: token }),
  event('error_encountered', {
    category: z.enum(ERROR_CATEGORIES),
    severity: z.enum(SEVERITIES),
    status: z.number().int().min(100).max(599).nullable(),
  }),
  event('feature_used', { feature: token }),
])
export type AnalyticsEvent = z.output<typeof AnalyticsEvent>

type Sent = z.input<typeof AnalyticsEvent>
export type AnalyticsName = Sent['name']
/** The parameters of an event as a caller gives them: what has a default may be left out. */
export type AnalyticsParams<N extends AnalyticsName> = Extract<Sent, { name: N }>['params']

export const AnalyticsBatch = z.strictObject({
  /** Random, of this visit alone. */
  session_id: z.uuid(),
  events: z.array(AnalyticsEvent).min(1).max(ANALYTICS.batch),
})

export const Consent = z.object({
  purpose: z.enum(PURPOSES),
  version: z.number().int(),
  granted: z.boolean(),
  at: Timestamp,
})
export type Consent = z.infer<typeof Consent>

export const analyticsEndpoints = {
  sendEvents: endpoint({
    method: 'POST',
    path: '/api/v1/events',
    access: anyone,
    body: AnalyticsBatch,
    returns: z.object({ accepted: z.number().int() }),
    success: 202,
    errors: ['too_many_requests'],
  }),
  listConsents: endpoint({
    method: 'GET',
    path: '/api/v1/consents',
    access: signedIn,
    query: wholeList(),
    returns: listOf(Consent),
  }),
  giveConsent: endpoint({
    method: 'POST',
    path: '/api/v1/consents',
    access: signedIn,
    body: z.strictObject({
      purpose: z.enum(PURPOSES),
      version: z.number().int().min(1).max(1000),
      granted: z.boolean(),
      /** For an answer carried over from a browser: one that the account has to this wording already is kept. */
      unless_answered: z.boolean().default(false),
    }),
    returns: z.object({ items: z.array(Consent) }),
  }),
}
