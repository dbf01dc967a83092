import type { Database } from '#server/database/database.ts'
import { getWorkflowUses } from '#server/domain/workflows/uses.ts'
import {
  getVersion,
  listVersions,
  publishWorkflow,
  saveCheckpoint,
  unpublishWorkflow,
} from '#server/domain/workflows/versions.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from '#server/domain/workflows/workflows.policy.ts'
import type { Handlers } from '#server/http/handlers.ts'

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
}: {
  db: Database
  mail_domain: string | null
}): Pick<Handlers, Names> => ({
  listVersions: ({ params, query }, { caller }) => listVersions(db, mayLookAtWorkflows(caller), params.id, query),
  getVersion: ({ params }, { caller }) => getVersion(db, mayLookAtWorkflows(caller), params.id, params.number),
  publishWorkflow: ({ params, body }, { caller }) => publishWorkflow(db, mayEditWorkflows(caller), params.id, body),
  saveCheckpoint: ({ params, body }, { caller }) => saveCheckpoint(db, mayEditWorkflows(caller), params.id, body),
  unpublishWorkflow: ({ params }, { caller }) => unpublishWorkflow(db, mayEditWorkflows(caller), params.id),
  getWorkflowUses: ({ params }, { caller }) => getWorkflowUses(db, mayLookAtWorkflows(caller), params.id, mail_domain),
})
