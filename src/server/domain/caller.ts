/** Who is asking. Made once per request by `http/session.ts` from our own database, never from the claims of a token. */
import type { Permission, Role } from '#contract/access.ts'
import type { UserId } from '#contract/primitives.ts'

export interface UserCaller {
  type: 'user'
  id: UserId
  role: Role
  permissions: ReadonlySet<Permission>
  email: string
  display_name: string
  /** The identity provider's session, so that it can be revoked; null when the provider has none. */
  session_id: string | null
}

export interface VisitorCaller {
  type: 'visitor'
  /** A keyed hash of the visitor's address: quotas and owned uploads hang on it. */
  key: string
}

export type Caller = UserCaller | VisitorCaller
