/** Headers that keep a browser from doing what the product never asks it to, and limits per caller. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { SERVER_LIMITS } from '#contract/limits.ts'
import { isLoopback } from './session.ts'

export async function secure(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Components measure and move things with inline styles; no style can run code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Signing in with Google or GitHub opens a popup that must be able to answer.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}

/**
 * Per user or visitor, counted in this process. The machine itself is exempt: what comes over loopback is its operator, or a
 * proxy that hides who asks (say so with TRUST_PROXY, then its clients are counted).
 */
export async function limitRequests(
  app: FastifyInstance,
  perMinute: number = SERVER_LIMITS.requests_per_minute,
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: perMinute,
    timeWindow: 60_000,
    hook: 'preHandler',
    cache: 20_000,
    allowList: (request) => isLoopback(request.ip),
    keyGenerator: ({ caller, ip }) => (caller === null ? ip : caller.type === 'user' ? caller.id : caller.key),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
}
