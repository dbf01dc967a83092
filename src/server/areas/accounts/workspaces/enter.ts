/** A person acts for a workspace: the one place where the caller of a request becomes the account of a workspace. */
import { mayIn, permissionsIn } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Workspaces } from '#server/platform/access/workspaces.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { endSession, noteActivity } from './session-limits.store.ts'
import * as store from './workspaces.store.ts'

/** Programs have keys of the workspace itself, and who views as another person sees their own things alone. */
const isPersonThemselves = ({ api_key, viewed_by }: UserCaller): boolean =>
  api_key === undefined && viewed_by === undefined

/** One statement for each request; nothing of it is cached, so that removal and a new role take effect at once in every process. */
export const createWorkspaces = (db: Queryable): Workspaces => ({
  async enter(person, slug, { right, exports, counts }) {
    const account = isPersonThemselves(person) ? await store.findEntered(db, slug, person.id, person.session_id) : null
    if (account === null) throw new AppError('workspace_not_found')
    // A session that proved too little for its own account acts for no other.
    if (person.withheld !== undefined) throw new AppError('two_factor_required')
    if (account.status === 'blocked' || account.status === 'deactivated')
      throw new AppError('account_blocked', { message: 'This workspace is blocked. Contact the operator.' })
    if (account.is_over) {
      // Signing in again is what is asked for: the pages lead there once the session is gone.
      if (person.session_id !== null) await endSession(db, person.session_id)
      throw new AppError('unauthenticated')
    }
    if (account.must_sign_on) throw new AppError('sign_on_required')
    const { id, role, member_role } = account
    if (counts && account.has_idle_time && person.session_id !== null) await noteActivity(db, id, person.session_id)
    if (!mayIn(member_role, right)) throw new AppError('workspace_role')
    if (exports && !account.members_export && !mayIn(member_role, 'manage')) throw new AppError('export_not_allowed')
    return {
      type: 'user',
      id,
      role,
      permissions: new Set(permissionsIn(role, member_role)),
      email: person.email,
      display_name: person.display_name,
      session_id: person.session_id,
      ...(person.signed_in_at && { signed_in_at: person.signed_in_at }),
      workspace: { person_id: person.id, role: member_role },
    }
  },
  async isStillMember({ id, role, workspace, session_id: session }) {
    return workspace === undefined || store.isStillMember(db, { id, account_role: role, session, ...workspace })
  },
})
