/** Who may delete an account: its own user, who has shown just now that it is them. The only place that grants it. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ManagedUser } from '#server/areas/accounts/accounts.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/**
 * Why the account cannot be deleted now; null when it can.
 * @param admins all super admins, the account among them if it is one
 * @param ownedAlone names of the workspaces that nobody else owns
 */
export function deletionRefusal(
  self: Pick<ManagedUser, 'id'>,
  admins: readonly ManagedUser[],
  ownedAlone: readonly string[],
): string | null {
  if (ownedAlone.length > 0)
    return `You’re the only owner of ${ownedAlone.join(', ')}. Make someone else an owner, or delete the workspace, first.`
  const active = admins.filter(({ status }) => status !== 'blocked' && status !== 'deactivated')
  if (active.length === 1 && active[0]?.id === self.id)
    return 'You’re the last super admin. Make someone else a super admin first.'
  return null
}

export interface DeletionRequest {
  /** What was typed. */
  email: string
  /** Whether they have shown in the last ten minutes that it is them. */
  fresh: boolean
  self: ManagedUser
  /** All super admins, locked. */
  admins: readonly ManagedUser[]
  /** Names of the workspaces that nobody else owns. */
  ownedAlone: readonly string[]
}

/** @throws invalid_input (the typed address), confirmation_needed, illegal_transition (the last super admin, the only owner of a workspace) */
export function mayDeleteAccount(caller: UserCaller, request: DeletionRequest): Grant<'account.delete', UserId> {
  if (caller.api_key) throw new AppError('forbidden')
  if (request.email.trim().toLowerCase() !== caller.email.toLowerCase())
    throw fieldError('email', 'This isn’t your account’s email address')
  if (!request.fresh) throw new AppError('confirmation_needed')
  const refusal = deletionRefusal(request.self, request.admins, request.ownedAlone)
  if (refusal) throw new AppError('illegal_transition', { message: refusal })
  return mint('account.delete', caller, caller.id)
}
