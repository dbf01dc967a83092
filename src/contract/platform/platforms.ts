/** Platforms (§7): the parts of the product, how each is now, and whether one may enter. */
import { z } from 'zod'
import { PLATFORMS } from '#contract/accounts/users.ts'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Slug, Timestamp } from '#contract/core/primitives.ts'

/** `degraded`: it works, but what is asked waits. `unavailable`: not offered on this installation. */
export const PLATFORM_STATES = ['up', 'degraded', 'down', 'unavailable'] as const
export type PlatformState = (typeof PLATFORM_STATES)[number]

export const PlatformStatus = z.object({
  platforms: z.array(
    z.object({
      name: z.enum(PLATFORMS),
      status: z.enum(PLATFORM_STATES),
      /** What is wrong, in words for a person; null when nothing is. */
      reason: z.string().nullable(),
    }),
  ),
  measured_at: Timestamp,
})
export type PlatformStatus = z.infer<typeof PlatformStatus>

/** §3. A refusal is an answer, not an error: `error` names it. */
export const PlatformAccess = z.object({
  success: z.boolean(),
  access_granted: z.boolean(),
  message: z.string(),
  error: z.enum(['ACCESS_DENIED', 'PLATFORM_UNAVAILABLE']).nullable(),
})
export type PlatformAccess = z.infer<typeof PlatformAccess>

export const platformEndpoints = {
  getPlatformStatus: endpoint({
    method: 'GET',
    path: '/api/v1/platforms/status',
    access: signedIn,
    returns: PlatformStatus,
  }),
  checkPlatformAccess: endpoint({
    method: 'GET',
    path: '/api/v1/platforms/{platform}/access-check',
    access: signedIn,
    params: z.object({ platform: Slug }),
    returns: PlatformAccess,
    errors: ['not_found'],
  }),
}
