/**
 * Every edit of a document, as data: the canvas applies it at once, the server again under the version lock. `apply.ts` says
 * what each does; each has an exact inverse made of these same operations.
 */
import { z } from 'zod'
import { type ParsedInput, parseInput } from '#contract/core/parse-input.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import { Edge, Group, NodeId, Note, RetryPolicy, SnippetOrigin, WorkflowNode } from './document.ts'
import { COLORS, DOCUMENT_LIMITS, ON_ERROR } from './values/document-values.ts'

/** Where in its list something goes; at the end when absent. An inverse says it to restore the order. */
const at = z.number().int().min(0).optional()
const Position = z.strictObject({ x: z.number(), y: z.number() })
const Size = z.strictObject({ width: z.number().positive(), height: z.number().positive() })
const id = z.string().min(1).max(200)
const node_id = NodeId
const isPlaces = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= DOCUMENT_LIMITS.members &&
  value.every((place, index) => Number.isInteger(place) && place > (index === 0 ? -1 : value[index - 1]))

/** Checked as a whole: a body has room for as many wrong places as all groups of a document may have nodes, in each of many groups. */
const Places: z.ZodType<number[]> = z
  .custom<number[]>(isPlaces, 'Expected places in ascending order')
  .meta({ type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1, maxItems: DOCUMENT_LIMITS.members })
/** The groups that one node is in, and where among their nodes. */
const Memberships = z
  .array(z.strictObject({ group_id: id, at: Places }))
  .min(1)
  .max(DOCUMENT_LIMITS.groups)

const STEPS = [
  z.strictObject({ type: z.literal('add_node'), node: WorkflowNode, at }),
  /** Takes the node's edges and its places in groups with it. */
  z.strictObject({ type: z.literal('remove_node'), node_id }),
  z.strictObject({ type: z.literal('connect'), edge: Edge, at }),
  z.strictObject({ type: z.literal('disconnect'), edge_id: id }),
  z.strictObject({ type: z.literal('set_config'), node_id, config: JsonObject }),
  /** Another id; edges, groups and every `$nodes.<id>` in the settings of other nodes follow. */
  z.strictObject({ type: z.literal('rename'), node_id, new_id: NodeId }),
  z.strictObject({ type: z.literal('set_title'), node_id, title: WorkflowNode.shape.title }),
  z.strictObject({ type: z.literal('move'), node_id, position: Position }),
  /** `null` leaves it unsaid, which means enabled. */
  z.strictObject({ type: z.literal('set_disabled'), node_id, disabled: z.boolean().nullable() }),
  /** What is absent stays; `null` takes the setting away. */
  z.strictObject({
    type: z.literal('set_policy'),
    node_id,
    retry: RetryPolicy.nullable().optional(),
    timeout_ms: WorkflowNode.shape.timeout_ms.unwrap().nullable().optional(),
    on_error: z.enum(ON_ERROR).nullable().optional(),
  }),
  z.strictObject({ type: z.literal('add_note'), note: Note, at }),
  z.strictObject({
    type: z.literal('update_note'),
    note_id: id,
    text: Note.shape.text.optional(),
    position: Position.optional(),
    size: Size.optional(),
    color: z.enum(COLORS).nullable().optional(),
  }),
  z.strictObject({ type: z.literal('remove_note'), note_id: id }),
  z.strictObject({ type: z.literal('add_group'), group: Group, at }),
  z.strictObject({
    type: z.literal('update_group'),
    group_id: id,
    title: Group.shape.title.optional(),
    description: Group.shape.description.nullable().optional(),
    nodes: Group.shape.nodes.optional(),
    collapsed: z.boolean().nullable().optional(),
    color: z.enum(COLORS).nullable().optional(),
    snippet: SnippetOrigin.nullable().optional(),
  }),
  z.strictObject({ type: z.literal('remove_group'), group_id: id }),
  /** Puts a node into groups, each time so that it is at that place afterwards. */
  z.strictObject({ type: z.literal('join_groups'), node_id, groups: Memberships }),
  /** Takes a node out of groups, from the places where it is. */
  z.strictObject({ type: z.literal('leave_groups'), node_id, groups: Memberships }),
] as const

/** One edit. */
export const Step = z.discriminatedUnion('type', STEPS)
const MOST_STEPS = 5000
/** Several edits that count as one: all of them happen or none. */
const Batch = z.strictObject({ type: z.literal('batch'), operations: z.array(Step).max(MOST_STEPS) })
export const Operation = z.discriminatedUnion('type', [...STEPS, Batch])

const Shell = z.strictObject({ type: z.literal('batch'), operations: z.array(z.unknown()).max(MOST_STEPS) })
const isBatch = (raw: unknown) =>
  typeof raw === 'object' && raw !== null && (raw as { type?: unknown }).type === 'batch'

/**
 * An edit that came from outside. A batch is read step by step up to the first that is none: thousands of them with long lists have room
 * in one body, and all that is wrong with them would take seconds to find.
 */
export function parseOperation(raw: unknown): ParsedInput<Operation> {
  if (!isBatch(raw)) return parseInput(Operation, raw)
  const shell = parseInput(Shell, raw)
  if (shell.problems !== null) return shell
  const operations: Step[] = []
  for (const [index, one] of shell.data.operations.entries()) {
    const { data, problems } = parseInput(Step, one)
    if (problems !== null) {
      const placed = problems.map(({ field, ...rest }) => ({
        ...rest,
        field: `operations.${index}${field ? `.${field}` : ''}`,
      }))
      return { data: null, problems: placed }
    }
    operations.push(data)
  }
  return { data: { type: 'batch', operations }, problems: null }
}

export type Step = z.infer<typeof Step>
export type Operation = z.infer<typeof Operation>
