/** What a workflow does with the data it is given, read off its steps: the filters of the marketplace promise it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { NodeDefinition } from '#nodes/node.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findVersionsWithoutDataFlow, storeDataFlow } from './data-flow.store.ts'

export interface DataFlow {
  /** A step may ask a language model: it needs one, or works better with one. */
  uses_model: boolean
  /** A step reaches outside of this installation; a language model may still be asked. */
  sends_out: boolean
}

const NO_DATA_FLOW: DataFlow = { uses_model: false, sends_out: false }
/** Nodes that run another workflow or agent. */
const RUNS_OTHERS: ReadonlySet<string> = new Set(['sub_workflow', 'marketplace_agent'])
/** What another workflow does is known when it runs. */
const UNKNOWN_DATA_FLOW: DataFlow = { uses_model: true, sends_out: true }

const combine = (a: DataFlow, b: DataFlow): DataFlow => ({
  uses_model: a.uses_model || b.uses_model,
  sends_out: a.sends_out || b.sends_out,
})

/** A model may be asked when a node cannot work without one, or when it has a setting for one: such nodes work better with it. */
export const mayAskModel = ({ needs, config }: NodeDefinition): boolean =>
  needs?.includes('model') === true || 'model' in config.shape

function dataFlowOfType(type: string): DataFlow {
  const node = catalogue.get(type)
  if (!node || RUNS_OTHERS.has(type)) return UNKNOWN_DATA_FLOW
  return {
    uses_model: mayAskModel(node),
    sends_out: node.kind === 'effect' && node.category === 'integration',
  }
}

const isReadable = (tool: Json): tool is JsonObject =>
  typeof tool === 'object' &&
  tool !== null &&
  !Array.isArray(tool) &&
  (tool.kind === 'http' ||
    tool.kind === 'app' ||
    tool.kind === 'workflow' ||
    tool.kind === 'agent' ||
    (tool.kind === 'node' && typeof tool.node === 'string'))

/**
 * The tools that an agent step may use.
 * @returns null when one of them cannot be read off the document, as in those stored while tools could be expressions
 */
export function toolsOf({ tools = [] }: JsonObject): JsonObject[] | null {
  return Array.isArray(tools) && tools.every(isReadable) ? tools : null
}

function dataFlowOfTool({ kind, node }: JsonObject): DataFlow {
  if (kind === 'http' || kind === 'app') return { ...NO_DATA_FLOW, sends_out: true }
  return kind === 'node' && typeof node === 'string' ? dataFlowOfType(node) : UNKNOWN_DATA_FLOW
}

function dataFlowOfNode({ type, config }: WorkflowNode): DataFlow {
  return (toolsOf(config)?.map(dataFlowOfTool) ?? [UNKNOWN_DATA_FLOW]).reduce(combine, dataFlowOfType(type))
}

export const dataFlowOf = ({ nodes }: WorkflowDocument): DataFlow =>
  nodes
    .filter(({ disabled }) => disabled !== true)
    .map(dataFlowOfNode)
    .reduce(combine, NO_DATA_FLOW)

/** Of a stored document: one that cannot be read is promised nothing of. */
function dataFlowOfStored(stored: unknown): DataFlow {
  const document = WorkflowDocument.safeParse(stored)
  return document.success ? dataFlowOf(document.data) : UNKNOWN_DATA_FLOW
}

const AT_ONCE = 200

/** Reads every version that was not read. @returns how many */
export async function storeMissingDataFlows(db: Queryable): Promise<number> {
  let count = 0
  for (;;) {
    const unread = await findVersionsWithoutDataFlow(db, AT_ONCE)
    for (const { id, document } of unread) await storeDataFlow(db, id, dataFlowOfStored(document))
    count += unread.length
    if (unread.length < AT_ONCE) return count
  }
}
