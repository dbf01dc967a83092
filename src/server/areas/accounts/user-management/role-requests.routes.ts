import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayRequestRoles } from './role-requests.policy.ts'
import { getRoleRequests, requestRole, withdrawRequest } from './role-requests.ts'

type Names = 'getRoleRequests' | 'requestRole' | 'withdrawRoleRequest'

export const roleRequestHandlers = (db: Database): Pick<Handlers, Names> => ({
  getRoleRequests: (_input, { caller }) => getRoleRequests(db, mayRequestRoles(caller)),
  requestRole: ({ body }, { caller }) => requestRole(db, mayRequestRoles(caller), body),
  withdrawRoleRequest: ({ params }, { caller }) => withdrawRequest(db, mayRequestRoles(caller), params.id),
})
