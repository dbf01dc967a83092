/** What a workflow is like, and what its nodes are set to (§7: analyze and configurations). */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Analysis, NodeSettings } from '#contract/workflows/transfer.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { analyse } from '#nodes/import/analyse.ts'
import { findProblems, readDocument } from '#server/areas/workflows/workflows/document.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceTransferLimit, storedSlots } from './files.ts'
import { findWhole } from './transfer.store.ts'

/** @throws not_found, invalid_input (a document that is none), too_many_requests */
export async function analyseWorkflow(
  db: Database,
  grant: EditGrant,
  asked: { workflow_id?: WorkflowId | undefined; document?: unknown },
): Promise<Analysis> {
  await enforceTransferLimit(db, grant, 'looks')
  if (asked.workflow_id === undefined) return analyse(readDocument(asked.document, 'document'), [])
  const row = await findWhole(db, grant.on, asked.workflow_id)
  if (!row) throw new AppError('not_found')
  return analyse(readDocument(row.document), storedSlots(row.slots))
}

const SUGGESTIONS = 3

/** Types whose name begins alike, for one that is not there. */
function similar(type: string): string[] {
  const [begin = ''] = type.split('_')
  return catalogue.all
    .filter((node) => node.type.startsWith(begin) || node.type.includes(begin))
    .slice(0, SUGGESTIONS)
    .map((node) => node.type)
}

function statusOf({ type, disabled }: WorkflowNode, problems: readonly string[]): NodeSettings['status'] {
  if (!catalogue.get(type)) return 'missing'
  if (disabled === true) return 'disabled'
  return problems.length > 0 ? 'incomplete' : 'ready'
}

/** In the order of the document. @throws not_found */
export async function listConfigurations(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
): Promise<{ items: NodeSettings[] }> {
  const row = await findWhole(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  const document = readDocument(row.document)
  const problems = await findProblems(grant.on, document)
  const slots = storedSlots(row.slots)
  const items = document.nodes.map((node): NodeSettings => {
    const own = problems.filter((problem) => problem.node === node.id).map(({ message }) => message)
    const open = slots.filter((slot) => slot.node === node.id && node.config[slot.field] === undefined)
    const asked = open.map(
      ({ type, name }) => `Choose a ${type.replaceAll('_', ' ')}${name === '' ? '' : ` (“${name}”)`}`,
    )
    const status = statusOf(node, own)
    return {
      node_id: node.id,
      title: node.title,
      node_type: node.type,
      version: node.version,
      status,
      configuration: node.config,
      suggestions: [...(status === 'missing' ? similar(node.type) : own), ...asked],
    }
  })
  return { items }
}
