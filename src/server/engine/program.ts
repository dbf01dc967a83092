/** A workflow version made ready to run, once: its plan, and for every node its definition and compiled settings. */

import type { UserId } from '#contract/core/primitives.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { type Plan, planDocument } from '#graph/plan.ts'
import { type NodeDefinition, NodeError } from '#nodes/node.ts'
import { type SettingsReader, settingsReader } from '#nodes/settings-reader.ts'

/** Finds the definition a node of a document runs with; a newer one that can migrate its settings will do. */
export type FindNode = (type: string, version: number) => NodeDefinition | undefined

export interface PreparedNode {
  readonly node: WorkflowNode
  /** Absent when this installation does not know the type: the node fails when it is reached. */
  readonly definition: NodeDefinition | undefined
  readonly isEffect: boolean
  readonly timeout_ms: number
  readonly config: SettingsReader
}

export interface Program {
  readonly workflow_id: string
  readonly version_id: string
  /** Who owns the workflow. */
  readonly author: UserId | null
  readonly plan: Plan
  /** By `PlanNode.index`. */
  readonly nodes: readonly PreparedNode[]
}

const DEFAULT_TIMEOUT_MS = 30_000

/** @throws PlanError for a document that has no order */
export function prepareProgram(
  document: WorkflowDocument,
  ids: { workflow_id: string; version_id: string; author: UserId | null },
  find: FindNode,
): Program {
  const isTrigger = (type: string) => {
    const node = document.nodes.find((candidate) => candidate.type === type)
    return node !== undefined && find(type, node.version)?.trigger === true
  }
  const planned = planDocument(document, isTrigger)
  return {
    ...ids,
    plan: planned,
    nodes: planned.nodes.map(({ node }) => prepareNode(node, find(node.type, node.version))),
  }
}

function prepareNode(node: WorkflowNode, definition: NodeDefinition | undefined): PreparedNode {
  return {
    node,
    definition,
    isEffect: definition?.kind === 'effect',
    timeout_ms: node.timeout_ms ?? definition?.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    config: settingsReader(node, definition),
  }
}

/** What a person sees of whatever a node threw. `report` gets what they do not see. */
export function toRunError(thrown: unknown, node_id: string, report: (error: unknown) => void): RunError {
  if (thrown instanceof NodeError || thrown instanceof ExpressionError) {
    return { code: thrown.code, message: thrown.message.slice(0, 2000), node_id, field: thrown.field }
  }
  report(thrown)
  const code =
    thrown instanceof TypeError && /circular|BigInt/.test(thrown.message) ? 'output_not_json' : 'node_crashed'
  const message =
    code === 'output_not_json'
      ? 'The node gave something that is not JSON.'
      : 'The node failed in an unexpected way. The operator finds the details in the log.'
  return { code, message, node_id, field: null }
}
