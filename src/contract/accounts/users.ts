/** The User of specification §3 and the current-user call. */
import { z } from 'zod'
import { PERMISSIONS, type Permission, ROLES, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject, Timestamp, UserId } from '#contract/core/primitives.ts'

/** §7, in the order the product lists them. */
export const PLATFORMS = ['marketplace', 'workflow-designer', 'ai-services', 'mcp-tools', 'analytics'] as const
export type Platform = (typeof PLATFORMS)[number]

/** The permission that opens a platform. */
const OPENED_BY: Record<Platform, Permission> = {
  marketplace: 'marketplace.browse',
  'workflow-designer': 'workflows.create',
  'ai-services': 'pods.create.subscribed_agent',
  'mcp-tools': 'pods.create.subscribed_agent',
  analytics: 'analytics.view',
}

/** The platforms that a user with these permissions may enter (`platform_access`, §3). */
export const platformsOf = (permissions: Iterable<Permission>): Platform[] => {
  const held = new Set(permissions)
  return PLATFORMS.filter((platform) => held.has(OPENED_BY[platform]))
}

export const User = z
  .object({
    id: UserId,
    firebase_uid: z.string(),
    email: z.string(),
    display_name: z.string(),
    role: z.enum(ROLES),
    avatar_url: z.string().nullable(),
    bio: z.string().nullable(),
    website_url: z.string().nullable(),
    total_sales: z.number().int(),
    total_purchases: z.number().int(),
    /** A fraction: 0.15 is 15 %. */
    commission_rate: z.number(),
    is_verified: z.boolean(),
    is_active: z.boolean(),
    preferences: JsonObject,
    created_at: Timestamp,
    updated_at: Timestamp,
    last_login: Timestamp.nullable().describe('Null before the first sign-in.'),
    groups: z.array(z.enum(ROLES)),
    permissions: z.array(z.enum(PERMISSIONS)),
    platform_access: z.array(z.enum(PLATFORMS)),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const users = {
  me: endpoint({
    method: 'GET',
    path: '/api/v1/users/me',
    access: signedIn,
    returns: User,
    timeout: 15_000,
  }),
}
