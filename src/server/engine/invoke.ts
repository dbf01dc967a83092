/** The call of a node: its first, or the one that resumes it after its wait. */
import type { Json } from '#contract/core/primitives.ts'
import { NodeError, type NodeResult, type Resolution } from '#nodes/node.ts'
import { asNodeContext, type RunContext } from './context.ts'
import type { PreparedNode } from './program.ts'

/** @throws NodeError `unknown_node_type`, and whatever the node throws */
export function invokeNode(
  prepared: PreparedNode,
  context: RunContext,
  resolution: Resolution | null,
): NodeResult | Promise<NodeResult> {
  const { definition } = prepared
  if (!definition) throw new NodeError('unknown_node_type', 'This installation does not know the node.')
  const given = asNodeContext(context)
  if (!resolution) return definition.run(given)
  if (definition.resume) return definition.resume(given, resolution)
  return { type: 'output', output: resolution as unknown as Json }
}
