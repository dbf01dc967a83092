import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { deployWorkflow } from './own-services.ts'

export const ownServiceHandlers = ({ db }: { db: Database }): Pick<Handlers, 'deployWorkflow'> => ({
  deployWorkflow: ({ params, body }, { caller }) =>
    deployWorkflow(db, { use: mayUseServices(caller), edit: mayEditWorkflows(caller) }, params.id, body),
})
