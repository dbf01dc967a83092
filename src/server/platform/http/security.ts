/** Headers that keep a browser from doing what the product never asks it to, and limits per caller. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import type { FirebaseSettings } from '#server/gateways/identity/firebase-settings.ts'
import { networkOf } from '#server/gateways/network.ts'
import { senderOf } from '#server/platform/access/caller.ts'
import { addressOf, isLoopback } from './session.ts'

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Components measure and move things with inline styles; no style can run code.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
}
const FOR_DATA = {
  ...ALWAYS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
const FOR_PAGES = {
  ...ALWAYS,
  'content-security-policy': POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Signing in with Google or GitHub opens a popup that must be able to answer.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

interface SecurityOptions {
  https: boolean
  /** Hashes of the scripts that stand in pages themselves. */
  scripts?: readonly string[]
  /** Its hosts, and only they, are opened to pages. */
  firebase?: FirebaseSettings | null
  /** Payments are taken through Razorpay: its checkout is let in, and nobody else's. */
  razorpay?: boolean
}

/** What the web SDK needs (firebase.google.com/docs/auth/web, "Content Security Policy"), and the emulator where one is named. */
function firebaseSources({ auth_domain, emulator_host }: FirebaseSettings): Record<string, string> {
  const emulator = emulator_host === null ? '' : ` http://${emulator_host}`
  return {
    "script-src 'self'": "script-src 'self' https://apis.google.com",
    "connect-src 'self'": `connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com${emulator}`,
    "frame-src 'self'": `frame-src 'self' https://${auth_domain}${emulator}`,
  }
}

/** What its checkout needs (razorpay.com/docs/payments/payment-gateway/web-integration/standard, "Content Security Policy"). */
const RAZORPAY_SOURCES: Record<string, string> = {
  "script-src 'self'": "script-src 'self' https://checkout.razorpay.com",
  "connect-src 'self'": "connect-src 'self' https://api.razorpay.com https://lumberjack.razorpay.com",
  "frame-src 'self'": "frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com",
}

function policyOf({ scripts = [], firebase = null, razorpay = false }: SecurityOptions): string {
  const opened = [...(firebase ? [firebaseSources(firebase)] : []), ...(razorpay ? [RAZORPAY_SOURCES] : [])]
  const policy = opened
    .flatMap((sources) => Object.entries(sources))
    .reduce((text, [from, to]) => text.replace(from, to), POLICY)
  return policy.replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
}

/** Of a page embedded in other sites; the page itself says which. */
export const WIDGET_POLICY = POLICY.replace("; frame-ancestors 'none'", '')
const FOR_WIDGETS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'permissions-policy': FOR_PAGES['permissions-policy'],
}
/** The page itself, and the script that other sites load to show it. */
const ELSEWHERE = /^\/widget(?:\/|\.js(?:\?|$))/

/** Shown in frames of our own pages, and only there. They have no script, and nothing of theirs comes from elsewhere. */
const FOR_METRICS = {
  ...ALWAYS,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}
const METRICS = /^\/metrics(?:\/health)?\/?(?:[?#]|$)/

/** Written out once: a webhook is answered thousands of times a second, and these never change. */
export function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  const transport = options.https ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const data = { ...FOR_DATA, ...transport }
  const pages = { ...FOR_PAGES, 'content-security-policy': policyOf(options), ...transport }
  // The popup goes to the provider and comes back. With a policy of its own it would be cut off from its opener on the way, which
  // then takes it for closed (HTML standard, cross-origin opener policies).
  const popups = { ...pages, 'cross-origin-opener-policy': 'unsafe-none' }
  const widgets = { ...FOR_WIDGETS, ...transport }
  const metrics = { ...FOR_METRICS, ...transport }
  const headersOf = (url: string) => {
    if (
      /^\/(?:api|hooks|\.well-known)\/|^\/(?:mcp|scim)(?:[/?]|$)|^\/oauth\/(?:token|revoke|register)(?:[/?]|$)/.test(
        url,
      )
    )
      return data
    if (url.startsWith('/oauth/')) return popups
    if (METRICS.test(url)) return metrics
    return ELSEWHERE.test(url) ? widgets : pages
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    done()
  })
}

/** A page loads up to about 60. They cost little to send, and count apart, so that a network may open as many pages as it may ask for. */
const ASSETS_PER_PAGE = 60
/** Of pages and widgets, and the few that every page names in its head. */
const ASSET = /^\/(?:assets\/|widget-files\/|brand\/|[\w-]+\.(?:js|svg|png|ico|webmanifest)(?:\?|$))/
const isAsset = ({ url }: FastifyRequest): boolean => ASSET.test(url)

/**
 * Counts a request that is refused, before it is: finding out who asks may have cost a statement.
 * @throws AppError too_many_requests
 */
export type RefusalCounter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Per user or visitor, counted in this process: a statement for each request would cost more than what it keeps off. What guessing is
 * kept off by counts for all processes together (`refused-keys.ts`, the throttle of the identity provider). The machine itself is exempt: what comes over loopback is its operator, or a
 * proxy that hides who asks (say so with TRUST_PROXY, then its clients are counted).
 */
export async function limitRequests(app: FastifyInstance, perMinute: () => number): Promise<RefusalCounter> {
  await app.register(rateLimit, {
    global: true,
    max: (request) => perMinute() * (isAsset(request) ? ASSETS_PER_PAGE : 1),
    timeWindow: 60_000,
    // Before the body is read: reading and parsing it is most of the work. The route's own hook, which identifies the caller, runs first.
    hook: 'onRequest',
    cache: 20_000,
    allowList: (request) => isLoopback(addressOf(request)),
    keyGenerator: (request) => {
      const { caller } = request
      if (caller === null) return `${isAsset(request) ? 'assets ' : ''}${networkOf(addressOf(request))}`
      return caller.type === 'user' ? senderOf(caller) : caller.key
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
  const count = app.rateLimit()
  // Pages and unknown addresses are no routes, so the limiter adds no hook of its own; before the body is read, too.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await count.call(app, request, reply)
  })
  // With counters of its own: one program that keeps using an old token must not close the pages to its network.
  const countUnknown = app.rateLimit({})
  return async (request, reply) => {
    await (request.caller === null ? countUnknown : count).call(app, request, reply)
  }
}
