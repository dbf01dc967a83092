/** Who is asking. Made once per request by `areas/accounts/sign-in/sessions.ts` from our own database, never from the claims of a token. */

import type { ApiKeyId } from '#contract/accounts/api-keys.ts'
import type { AssistantId } from '#contract/accounts/assistants.ts'
import type { Scope } from '#contract/accounts/key-values.ts'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Permission, Role } from '#contract/core/access.ts'
import type { SupportViewId, UserId } from '#contract/core/primitives.ts'
import type { Owner } from '#nodes/ports.ts'

export interface UserCaller {
  type: 'user'
  id: UserId
  role: Role
  permissions: ReadonlySet<Permission>
  email: string
  display_name: string
  /** The identity provider's session, so that it can be revoked; null when the provider has none. */
  session_id: string | null
  /** The role of an admin whose session has not proved the second factor that the operator asks of admins; `role` is basic_user then. */
  withheld?: Role
  /** When they last signed in, from the token of a provider whose sessions cannot be looked up. */
  signed_in_at?: Date
  /** The key, or the assistant, that asks for its user, and what it may do; absent for the user themselves. */
  api_key?: {
    id: ApiKeyId | AssistantId
    /** Of an assistant: the path of the only MCP server that its token is for. */
    resource?: string
    scopes: readonly Scope[]
    /** The only sites whose pages may call with it; null for all. */
    allowed_origins: readonly string[] | null
    /** The role of its user, which `role` may be lower than. */
    owner_role: Role
    /** The member who made a key of a workspace. */
    made_by?: UserId
  }
  /** The member who acts for this workspace; absent where the account is the person's own. `email` and `display_name` are the member's. */
  workspace?: { person_id: UserId; role: WorkspaceRole }
  /** The admin who asks in this person's place, to see Chowk as they do: reads alone, without content. Absent for everyone else. */
  viewed_by?: { id: UserId; view: SupportViewId }
}

export interface VisitorCaller {
  type: 'visitor'
  /** A keyed hash of the visitor's address: quotas and owned uploads hang on it. */
  key: string
}

export type Caller = UserCaller | VisitorCaller

/** The role a person has, also where a key of theirs or a missing second factor lowers what they may do; null for a visitor. */
export const roleOfPerson = (caller: Caller): Role | null =>
  caller.type === 'visitor' ? null : (caller.api_key?.owner_role ?? caller.withheld ?? caller.role)

/** The person whose account signed in, or whom an admin sees Chowk as; an account for a key of a workspace. */
export const personBehind = ({ id, workspace }: UserCaller): UserId => workspace?.person_id ?? id

/** The member of a workspace who acts, themselves or through a key they made; null where the account is the person's own. */
export const memberOf = ({ workspace, api_key }: UserCaller): UserId | null =>
  workspace?.person_id ?? api_key?.made_by ?? null

/** Who sends the requests: the admin, where one sees Chowk as another person; the member, where one acts for a workspace. */
export const senderOf = (caller: UserCaller): UserId => caller.viewed_by?.id ?? personBehind(caller)

/** Whether an admin sees Chowk as the caller: content is left out then (decision 0266). */
export const isViewed = (caller: Caller): boolean => caller.type === 'user' && caller.viewed_by !== undefined

/** The caller as the owner of files and runs. */
export const ownerOfCaller = (caller: Caller): Owner =>
  caller.type === 'user' ? { user_id: caller.id } : { visitor_key: caller.key }
