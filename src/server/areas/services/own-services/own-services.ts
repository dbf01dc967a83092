/**
 * Services of one's own workflows, without the marketplace. They run what their owner has published: a new publication moves them, and
 * its end pauses them.
 */
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { DeployWorkflow, ServiceDetail } from '#contract/services/services.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { dataFlowOf, storeDataFlow } from '#server/areas/agents/agents.ts'
import { recheckSchedules } from '#server/areas/services/services/schedules.ts'
import { servicesOfPublisher, type UseServices } from '#server/areas/services/services/services.policy.ts'
import { addService, getService } from '#server/areas/services/services/services.ts'
import { type EditGrant, inputSchema, outputSchema, readDocument } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import * as store from './own-services.store.ts'

interface Published {
  version: WorkflowVersionId
  document: WorkflowDocument
}

async function takeVersion(tx: Queryable, agent: AgentId, { version, document }: Published) {
  const made = await store.insertPrivateVersion(tx, agent, {
    workflow_version: version,
    input_schema: inputSchema(document),
    output_schema: outputSchema(document),
  })
  await storeDataFlow(tx, made, dataFlowOf(document))
  return made
}

/** The private agent of a workflow with what is published of it, made where there is none. The owner is locked. */
async function privateAgent(tx: Queryable, owner: UserId, workflow: WorkflowId) {
  const own = await store.findOwnWorkflow(tx, owner, workflow)
  if (!own) throw new AppError('not_found')
  const { version, name, description } = own
  if (version === null) throw new AppError('not_runnable', { message: 'Publish this workflow first.' })
  const known = await store.lockPrivateAgent(tx, workflow)
  if (known?.version && known.workflow_version === version) return { agent: known.id, version: known.version, name }
  const agent = known?.id ?? (await store.insertPrivateAgent(tx, { owner, workflow, name, description }))
  const document = readDocument(own.document)
  return { agent, version: await takeVersion(tx, agent, { version, document }), name }
}

/**
 * Adds what is published of a workflow of one's own to one's services.
 * @throws not_found, also for a workflow that others share; not_runnable while nothing is published; plan_limit, limit_reached
 */
export async function deployWorkflow(
  db: Database,
  grants: { use: UseServices; edit: EditGrant },
  workflow: WorkflowId,
  wanted: DeployWorkflow,
): Promise<ServiceDetail> {
  const { use, edit } = grants
  const id = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, edit.on)
    const { agent, version, name } = await privateAgent(tx, edit.on, workflow)
    return addService(tx, use, { agent_id: agent, agent_version_id: version, name: wanted.name ?? name.slice(0, 120) })
  })
  return getService(db, use, id)
}

/** In the transaction that publishes a version of a workflow, by its owner: their services of it run that version from now on. */
export async function followPublication(
  tx: Queryable,
  grant: EditGrant,
  workflow: WorkflowId,
  published: Published,
): Promise<void> {
  const agent = await store.lockPrivateAgent(tx, workflow)
  if (!agent) return
  const isKnown = agent.version !== null && agent.workflow_version === published.version
  const version = isKnown && agent.version ? agent.version : await takeVersion(tx, agent.id, published)
  const services = servicesOfPublisher(grant)
  for (const service of await store.moveServices(tx, agent.id, version)) await recheckSchedules(tx, services, service)
}

/** In the transaction that ends the publication of a workflow. */
export const pauseFollowers = (tx: Queryable, workflow: WorkflowId): Promise<void> => store.pauseServices(tx, workflow)
