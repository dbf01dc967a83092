/**
 * The workflow document: what a workflow version is, as plain JSON. Shared by the browser and the server; pure.
 * Data between nodes is one JSON value per edge. A `map` node runs the nodes reachable only through its `item` port once per
 * item; their rows carry an iteration path (`''` at the top, `'3'`, nested `'3.0'`).
 */

import { z } from 'zod'
import { JsonObject, recordOf } from '#contract/core/primitives.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { COLORS, DOCUMENT_LIMITS, ON_ERROR, RESERVED_KEYS } from './values/document-values.ts'

export const SCHEMA_VERSION = 1

/** Readable and unique in its workflow, used in expressions: `$nodes.extract_text`. */
export const NodeId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
  .refine((id) => !(RESERVED_KEYS as readonly string[]).includes(id), 'This name is reserved')

const PortName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

export const RetryPolicy = z.object({
  /** All attempts, the first included. */
  max_attempts: z.number().int().min(1).max(10),
  delay_ms: z.number().int().min(0).max(HOUR_MS),
  /** Each delay is the one before times this. */
  backoff: z.number().min(1).max(10),
})

export const WorkflowNode = z.strictObject({
  id: NodeId,
  /** A type of the catalogue and the version of it this node was built with. */
  type: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  version: z.number().int().min(1),
  title: z.string().min(1).max(120),
  /** Settings; any text in it may hold `{{ JSONata }}`. */
  config: JsonObject,
  retry: RetryPolicy.optional(),
  timeout_ms: z.number().int().min(1).max(DAY_MS).optional(),
  on_error: z.enum(ON_ERROR).optional(),
  position: z.strictObject({ x: z.number(), y: z.number() }),
  disabled: z.boolean().optional(),
})

export const Edge = z.strictObject({
  id: z.string().min(1).max(200),
  from: z.strictObject({ node: NodeId, port: PortName }),
  to: z.strictObject({ node: NodeId, port: PortName }),
})

export const Note = z.strictObject({
  id: z.string().min(1).max(64),
  /** Markdown. */
  text: z.string().max(20_000),
  position: z.strictObject({ x: z.number(), y: z.number() }),
  size: z.strictObject({ width: z.number().positive(), height: z.number().positive() }),
  color: z.enum(COLORS).optional(),
})

/** Which snippet a group was inserted from, with which values, and which of its nodes is which of the snippet’s. */
export const SnippetOrigin = z.strictObject({
  id: z.uuid(),
  version: z.number().int().min(1).max(1_000_000),
  inputs: recordOf(z.string().max(40), z.union([z.string(), z.number(), z.boolean()]), 100),
  nodes: recordOf(NodeId, NodeId, DOCUMENT_LIMITS.nodes),
})

export const Group = z.strictObject({
  id: z.string().min(1).max(64),
  title: z.string().max(120),
  /** What it is for. */
  description: z.string().max(300).optional(),
  nodes: z.array(NodeId).max(DOCUMENT_LIMITS.members),
  collapsed: z.boolean().optional(),
  color: z.enum(COLORS).optional(),
  snippet: SnippetOrigin.optional(),
})

export const WorkflowDocument = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  nodes: z.array(WorkflowNode).max(DOCUMENT_LIMITS.nodes),
  edges: z.array(Edge).max(DOCUMENT_LIMITS.edges),
  notes: z.array(Note).max(DOCUMENT_LIMITS.notes),
  groups: z.array(Group).max(DOCUMENT_LIMITS.groups),
})

export type NodeId = z.infer<typeof NodeId>
export type RetryPolicy = z.infer<typeof RetryPolicy>

export type WorkflowNode = z.infer<typeof WorkflowNode>
export type Color = (typeof COLORS)[number]
export type Edge = z.infer<typeof Edge>
export type Note = z.infer<typeof Note>
export type SnippetOrigin = z.infer<typeof SnippetOrigin>
export type Group = z.infer<typeof Group>
export type WorkflowDocument = z.infer<typeof WorkflowDocument>

export const EMPTY_DOCUMENT: WorkflowDocument = {
  schema_version: SCHEMA_VERSION,
  nodes: [],
  edges: [],
  notes: [],
  groups: [],
}
