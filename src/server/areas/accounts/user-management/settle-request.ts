/** What follows when a request for a role is answered, or a role is given without one. */

import { type Role, rankOf } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type PhraseText, say, verbatim } from '#contract/phrases/phrases.ts'
import { notify, settleNotices } from '#server/areas/accounts/notifications/notifications.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { endRequest, findOpen } from './role-requests.store.ts'

/** Admins are told of one person's requests in one notice. */
export const roleRequestGroup = (user: UserId): string => `role_request:${user}`

/** Roles as people read them. */
export const ROLE_NAMES = {
  basic_user: 'basic user',
  seller: 'seller',
  creator_admin: 'creator admin',
  admin: 'admin',
  super_admin: 'super admin',
} as const satisfies Record<Role, PhraseText>

export interface Given {
  by: UserId
  user: UserId
  role: Role
  reason: string | null
}

/** A role was given: an open request for that much is approved with it, and the user is told. */
export async function settleRoleRequest(tx: Queryable, { by, user, role, reason }: Given): Promise<void> {
  const open = await findOpen(tx, user)
  if (open && rankOf(role) >= rankOf(open.role)) {
    await endRequest(tx, open, { status: 'approved', by, reason })
    await settleNotices(tx, [roleRequestGroup(user)])
  }
  await notify(tx, user, {
    kind: 'role_decided',
    title: say('Your role is now {role}', { role: say(ROLE_NAMES[role]) }),
    message: verbatim(reason ?? ''),
    href: '/upgrade',
  })
}
