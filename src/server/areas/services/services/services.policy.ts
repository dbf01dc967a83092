/** Who may use services. The only place that mints grants on them. That a service is one's own is asked of the database. */
import { permissionsOf, type Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type UseServices = Grant<'service.use', UserId>

/** @throws unauthenticated, forbidden */
export function mayUseServices(caller: Caller): UseServices {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('pods.create.subscribed_agent')) throw new AppError('forbidden')
  return mint('service.use', caller, caller.id)
}

/** Scheduled runs and runs of permitted callers use the owner's services, files and credits, nothing else. */
export const ownerOfService = ({ owner_id, role }: { owner_id: UserId; role: Role }): UserCaller => ({
  type: 'user',
  id: owner_id,
  role,
  permissions: new Set(permissionsOf(role)),
  email: '',
  display_name: '',
  session_id: null,
})

/** Services of a workflow follow what its owner publishes; none but the owner publishes. */
export const servicesOfPublisher = ({ by, on }: Grant<'workflow.edit', UserId>): UseServices =>
  mint('service.use', by, on)
