/** What the name of a model says: which service or custom agent it is. */
import { ServiceId, WorkflowId } from '#contract/core/primitives.ts'
import { agentModel, serviceModel } from '#contract/services/openai-values.ts'

const UUID = '([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})'
const SERVICE = new RegExp(`^${serviceModel(UUID)}$`)
const AGENT = new RegExp(`^${agentModel(UUID)}$`)

export type NamedModel = { service_id: ServiceId } | { workflow_id: WorkflowId }

/** @returns null for any other name */
export function readModel(name: string): NamedModel | null {
  const [, service] = SERVICE.exec(name) ?? []
  if (service !== undefined) return { service_id: ServiceId.parse(service) }
  const [, workflow] = AGENT.exec(name) ?? []
  return workflow === undefined ? null : { workflow_id: WorkflowId.parse(workflow) }
}
