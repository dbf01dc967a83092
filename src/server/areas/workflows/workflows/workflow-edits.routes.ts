import type { UserId } from '#contract/core/primitives.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { getEditHistory, listEdits, requireAccess, sendEdits } from './edits.ts'
import { announcePresence, followWorkflow } from './live.ts'
import {
  inviteMember,
  joinWorkflow,
  listMembers,
  listShared,
  removeMember,
  setMemberRole,
  withdrawInvitation,
} from './members.ts'
import type { WorkflowFeed } from './workflow-feed.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from './workflows.policy.ts'

type Names =
  | 'sendEdits'
  | 'listEdits'
  | 'getEditHistory'
  | 'followWorkflow'
  | 'tellPresence'
  | 'listSharedWorkflows'
  | 'listWorkflowMembers'
  | 'inviteWorkflowMember'
  | 'setWorkflowMemberRole'
  | 'removeWorkflowMember'
  | 'withdrawWorkflowInvitation'
  | 'joinWorkflow'

interface Deps {
  db: Database
  /** Ends runs under way that this account may no longer run. */
  stopRunsOf(user: UserId): Promise<void>
  feed: WorkflowFeed
  /** Whether addresses can be confirmed here. */
  askProof: boolean
}

export const workflowEditHandlers = (deps: Deps): Pick<Handlers, Names> => ({
  sendEdits: ({ params, body }, { caller }) => sendEdits(deps.db, mayEditWorkflows(caller), params.id, body),
  listEdits: ({ params, query }, { caller }) => listEdits(deps.db, mayLookAtWorkflows(caller), params.id, query),
  getEditHistory: ({ params }, { caller }) => getEditHistory(deps.db, mayLookAtWorkflows(caller), params.id),
  followWorkflow: async ({ params: { id }, query }, { caller, last_event_id }) => {
    const grant = mayLookAtWorkflows(caller)
    await requireAccess(deps.db, grant, id)
    const after = last_event_id ?? query.after ?? null
    return { type: 'stream', events: (signal) => followWorkflow(deps, grant, { id, after }, signal) }
  },
  tellPresence: ({ params, body }, { caller }) => announcePresence(deps, mayLookAtWorkflows(caller), params.id, body),
  listSharedWorkflows: async ({ query }, { caller }) =>
    listPage(await listShared(deps.db, mayLookAtWorkflows(caller), deps.askProof), 'items', query),
  listWorkflowMembers: ({ params }, { caller }) => listMembers(deps.db, mayLookAtWorkflows(caller), params.id),
  inviteWorkflowMember: ({ params, body }, { caller }) =>
    inviteMember(deps.db, mayEditWorkflows(caller), params.id, { ...body, askProof: deps.askProof }),
  setWorkflowMemberRole: async ({ params: { id, user_id: user }, body: { role } }, { caller }) => {
    const members = await setMemberRole(deps.db, mayEditWorkflows(caller), { id, user, role })
    await deps.stopRunsOf(user)
    return members
  },
  removeWorkflowMember: async ({ params: { id, user_id } }, { caller }) => {
    await removeMember(deps.db, mayLookAtWorkflows(caller), id, user_id)
    await deps.stopRunsOf(user_id)
    return { done: true }
  },
  withdrawWorkflowInvitation: ({ params: { id, invitation_id } }, { caller }) =>
    withdrawInvitation(deps.db, mayEditWorkflows(caller), id, invitation_id),
  joinWorkflow: ({ params }, { caller }) => joinWorkflow(deps.db, mayLookAtWorkflows(caller), params.id, deps.askProof),
})
