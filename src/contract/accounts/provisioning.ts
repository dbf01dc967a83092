/** Directories that keep the members of a workspace by SCIM (decision 0361). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp, UserId, wholeNumber } from '#contract/core/primitives.ts'
import { PROVISIONING } from './provisioning-values.ts'
import { GroupRole } from './sign-on.ts'
import { SIGN_ON } from './sign-on-values.ts'
import { WORKSPACE_ROLES } from './workspace-values.ts'

const Role = z.enum(WORKSPACE_ROLES)

export const Provisioning = z.object({
  base_url: z.string().describe('To be entered at the directory.'),
  token: z
    .object({
      end: z.string().describe('Its last four characters.'),
      made_by: z.string().nullable(),
      made_at: Timestamp,
      last_used_at: Timestamp.nullable(),
    })
    .nullable()
    .describe('Null: no directory is let in.'),
  roles: z.array(GroupRole).describe('The first group that a person has decides; empty: people give roles.'),
  default_role: Role.describe('For people in none of the groups.'),
  removal_share: z
    .int()
    .describe('More people than this share of the members, in percent, are not removed within an hour.'),
  stopped_at: Timestamp.nullable().describe('When removals were last stopped; null once an owner has allowed them.'),
  allowed_until: Timestamp.nullable().describe('Removals are allowed until then.'),
  people: z.int().describe('People that the directory has told of.'),
  groups: z.array(z.string()).max(PROVISIONING.groups),
  requests: z
    .array(
      z.object({
        at: Timestamp,
        method: z.string(),
        path: z.string(),
        about: z.string().nullable().describe('The person or group, where there is one.'),
        status: z.int(),
        problem: z.string().nullable().describe('Why it was refused; null for one that went well.'),
      }),
    )
    .max(PROVISIONING.requests)
    .describe('The last changes and refusals, newest first.'),
})
export type Provisioning = z.infer<typeof Provisioning>

const own = z.object({ id: UserId })

const SettingsBody = z.strictObject({
  roles: z.array(GroupRole).max(SIGN_ON.groups),
  default_role: Role,
  removal_share: wholeNumber(1, 100),
})
export type ProvisioningSettings = z.infer<typeof SettingsBody>

export const provisioningEndpoints = {
  getProvisioning: endpoint({
    method: 'GET',
    path: '/api/v1/workspaces/{id}/provisioning',
    access: signedIn,
    late: true,
    params: own,
    returns: Provisioning,
    errors: ['not_found'],
  }),
  saveProvisioning: endpoint({
    method: 'PUT',
    path: '/api/v1/workspaces/{id}/provisioning',
    access: signedIn,
    late: true,
    params: own,
    body: SettingsBody,
    returns: Provisioning,
    errors: ['not_found'],
  }),
  makeScimToken: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/provisioning/token',
    access: signedIn,
    late: true,
    params: own,
    returns: z.object({ token: z.string().describe('Shown this once.'), provisioning: Provisioning }),
    success: 201,
    errors: ['not_found', 'way_not_offered'],
  }),
  revokeScimToken: endpoint({
    method: 'DELETE',
    path: '/api/v1/workspaces/{id}/provisioning/token',
    access: signedIn,
    late: true,
    params: own,
    returns: z.object({ revoked: z.literal(true) }),
    errors: ['not_found'],
  }),
  allowRemovals: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/provisioning/removals',
    access: signedIn,
    late: true,
    params: own,
    returns: Provisioning,
    errors: ['not_found'],
  }),
}
