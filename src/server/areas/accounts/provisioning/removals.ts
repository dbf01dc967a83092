/** A directory that would remove many people at once is stopped: more often it is a mistake there than meant. */

import { REMOVALS } from '#contract/accounts/provisioning-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { notify } from '#server/areas/accounts/notifications/notifications.ts'
import { audit } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import * as store from './provisioning.store.ts'
import { ScimError } from './scim/scim-error.ts'

export class RemovalsStopped extends ScimError {
  constructor(share: number) {
    super(
      403,
      null,
      `Stopped, and nothing was changed: with this removal, more than ${share}% of the members would be removed within an hour. An owner of the workspace can allow it for an hour in People and settings, Sign-in.`,
    )
  }
}

/** What the notices of owners are grouped by. */
export const removalsGroup = (workspace: UserId): string => `removals:${workspace}`

/** Asked before each removal, in its transaction, with the workspace locked. @throws RemovalsStopped */
export async function checkRemovals(tx: Queryable, directory: store.Directory): Promise<void> {
  if (directory.is_allowed) return
  const { members, removed } = await store.countRemovals(tx, directory.workspace_id)
  const after = removed + 1
  const before = members + removed
  if (after >= REMOVALS.least && after * 100 > directory.removal_share * before)
    throw new RemovalsStopped(directory.removal_share)
}

/** In a transaction of its own: that of the removal is given up. Owners and admins are told once an hour. */
export const tellStopped = (db: Database, { workspace_id, workspace, removal_share }: store.Directory): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await store.noteStopped(tx, workspace_id))) return
    await audit(tx, workspace_id, 'workspace.stop_removals', workspace_id, { share: removal_share })
    const telling = {
      kind: 'provisioning',
      title: say('Many removals were stopped in {workspace}', { workspace: verbatim(quoteLine(workspace)) }),
      message: say(
        'Your directory tried to remove more than {share}% of the members within an hour. Nothing more is removed. If this is meant, allow removals for an hour.',
        { share: String(removal_share) },
      ),
      href: '/workspace?tab=sign-in',
      group: removalsGroup(workspace_id),
    } as const
    // Under the bell of the workspace, and mailed to those who manage it.
    await notify(tx, workspace_id, telling)
  })
