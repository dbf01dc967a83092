/** Who may use services. The only place that mints grants on them. That a service is one's own is asked of the database. */
import { type Ability, allowed, refused } from '#contract/core/ability-values.ts'
import { permissionsOf, type Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { SUSPENDED } from '#server/areas/agents/agents/agents.policy.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { ServiceRow } from './services.store.ts'

/** @throws unauthenticated, forbidden */
export function mayUseServices(caller: Caller): Grant<'service.use', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('pods.create.subscribed_agent')) throw new AppError('forbidden')
  return mint('service.use', caller, caller.id)
}

/** What was bought goes on running when its agent is archived; a suspended agent stops everywhere. */
export function runServiceAbility(service: Pick<ServiceRow, 'status' | 'agent_status'>): Ability {
  if (service.status !== 'running') return refused(`This service is ${service.status}. Start it to run it.`)
  if (service.agent_status === 'suspended') return refused(SUSPENDED)
  return allowed
}

/** What runs by itself, or is asked for by whoever its owner lets, runs as the owner: their services, files and credits, nothing else. */
export const ownerOfService = ({ owner_id, role }: { owner_id: UserId; role: Role }): UserCaller => ({
  type: 'user',
  id: owner_id,
  role,
  permissions: new Set(permissionsOf(role)),
  email: '',
  display_name: '',
  session_id: null,
})
