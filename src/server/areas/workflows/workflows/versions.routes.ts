import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getWorkflowUses } from './uses.ts'
import {
  type Followers,
  getVersion,
  listVersions,
  publishWorkflow,
  type RefuseWorse,
  saveCheckpoint,
  unpublishWorkflow,
} from './versions.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from './workflows.policy.ts'

type Names =
  | 'listVersions'
  | 'getVersion'
  | 'publishWorkflow'
  | 'saveCheckpoint'
  | 'unpublishWorkflow'
  | 'getWorkflowUses'

export const versionHandlers = ({
  db,
  mail_domain,
  refuseWorse,
  followers,
}: {
  db: Database
  mail_domain: string | null
  refuseWorse: RefuseWorse
  followers: Followers
}): Pick<Handlers, Names> => ({
  listVersions: ({ params, query }, { caller }) => listVersions(db, mayLookAtWorkflows(caller), params.id, query),
  getVersion: ({ params }, { caller }) => getVersion(db, mayLookAtWorkflows(caller), params.id, params.number),
  publishWorkflow: ({ params, body }, { caller }) =>
    publishWorkflow(db, mayEditWorkflows(caller), params.id, body, { refuseWorse, followers }),
  saveCheckpoint: ({ params, body }, { caller }) => saveCheckpoint(db, mayEditWorkflows(caller), params.id, body),
  unpublishWorkflow: ({ params }, { caller }) => unpublishWorkflow(db, mayEditWorkflows(caller), params.id, followers),
  getWorkflowUses: ({ params }, { caller }) => getWorkflowUses(db, mayLookAtWorkflows(caller), params.id, mail_domain),
})
