/** What a workflow does with the data it is given, read off its steps: the filters of the marketplace promise it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { NodeDefinition } from '#nodes/node.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findUnread, storeDemands } from './demands.store.ts'

export interface Demands {
  /** A step may ask a language model: it needs one, or works better with one. */
  uses_model: boolean
  /** A step reaches outside of this installation; a language model may still be asked. */
  sends_out: boolean
}

const NOTHING: Demands = { uses_model: false, sends_out: false }
/** What another workflow does is known when it runs. */
const EVERYTHING: Demands = { uses_model: true, sends_out: true }

const both = (a: Demands, b: Demands): Demands => ({
  uses_model: a.uses_model || b.uses_model,
  sends_out: a.sends_out || b.sends_out,
})

/** A model may be asked when a node cannot work without one, or when it has a setting for one: such nodes work better with it. */
export const mayAskModel = ({ needs, config }: NodeDefinition): boolean =>
  needs?.includes('model') === true || 'model' in config.shape

function ofType(type: string): Demands {
  const node = catalogue.get(type)
  if (!node || type === 'sub_workflow') return EVERYTHING
  return {
    uses_model: mayAskModel(node),
    sends_out: node.kind === 'effect' && node.category === 'integration',
  }
}

const isReadable = (tool: Json): tool is JsonObject =>
  typeof tool === 'object' &&
  tool !== null &&
  !Array.isArray(tool) &&
  (tool.kind === 'http' || tool.kind === 'workflow' || (tool.kind === 'node' && typeof tool.node === 'string'))

/**
 * The tools that an agent step may use.
 * @returns null when one of them cannot be read off the document, as in those stored while tools could be expressions
 */
export function toolsOf({ tools = [] }: JsonObject): JsonObject[] | null {
  return Array.isArray(tools) && tools.every(isReadable) ? tools : null
}

function ofTool({ kind, node }: JsonObject): Demands {
  if (kind === 'http') return { ...NOTHING, sends_out: true }
  return kind === 'node' && typeof node === 'string' ? ofType(node) : EVERYTHING
}

function ofNode({ type, config }: WorkflowNode): Demands {
  return (toolsOf(config)?.map(ofTool) ?? [EVERYTHING]).reduce(both, ofType(type))
}

export const demandsOf = ({ nodes }: WorkflowDocument): Demands =>
  nodes
    .filter(({ disabled }) => disabled !== true)
    .map(ofNode)
    .reduce(both, NOTHING)

/** Of a stored document: one that cannot be read is promised nothing of. */
function demandsOfStored(stored: unknown): Demands {
  const document = WorkflowDocument.safeParse(stored)
  return document.success ? demandsOf(document.data) : EVERYTHING
}

const AT_ONCE = 200

/** Reads every version that was not read. @returns how many */
export async function readDemands(db: Queryable): Promise<number> {
  let count = 0
  for (;;) {
    const unread = await findUnread(db, AT_ONCE)
    for (const { id, document } of unread) await storeDemands(db, id, demandsOfStored(document))
    count += unread.length
    if (unread.length < AT_ONCE) return count
  }
}
