import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayInvite, mayListInvitations, mayWithdrawInvitations } from './invitations.policy.ts'
import { type InvitationDeps, listInvitations, sendInvitation, withdrawInvitation } from './invitations.ts'

type Names = 'listInvitations' | 'sendInvitation' | 'withdrawInvitation'

export const invitationHandlers = (deps: InvitationDeps): Pick<Handlers, Names> => ({
  listInvitations: ({ query }, { caller }) => listInvitations(deps.db, mayListInvitations(caller), query),
  sendInvitation: ({ body }, { caller }) => sendInvitation(deps, mayInvite(caller), body.email),
  withdrawInvitation: async ({ params }, { caller }) => {
    await withdrawInvitation(deps.db, mayWithdrawInvitations(caller), params.id)
    return { withdrawn: true }
  },
})
