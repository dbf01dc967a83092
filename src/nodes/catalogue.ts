/** All nodes there are. A new node is a file and one line in each of the two lists below. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/primitives.ts'
import { rawFields } from '#graph/raw-fields.ts'
import { aggregate } from './aggregate.ts'
import { answerQuestion } from './answer-question.ts'
import { approval } from './approval.ts'
import { code } from './code.ts'
import { codeDiagnoses } from './code-diagnoses.ts'
import { filter } from './filter.ts'
import { findClauses } from './find-clauses.ts'
import { httpRequest } from './http-request.ts'
import { ifNode } from './if.ts'
import { inputForm } from './input-form.ts'
import { manualTrigger } from './manual-trigger.ts'
import { mapNode } from './map.ts'
import { merge } from './merge.ts'
import type { Category, NodeDefinition, NodeKind, Port } from './node.ts'
import { outlineDocument } from './outline-document.ts'
import { readDocument } from './read-document.ts'
import { recogniseEntities } from './recognise-entities.ts'
import { renderResult } from './render-result.ts'
import { retrieve } from './retrieve.ts'
import { scheduleTrigger } from './schedule-trigger.ts'
import { setFields } from './set-fields.ts'
import { sort } from './sort.ts'
import { split } from './split.ts'
import { splitText } from './split-text.ts'
import { stop } from './stop.ts'
import { subWorkflow } from './sub-workflow.ts'
import { switchNode } from './switch.ts'
import { template } from './template.ts'
import { validateSchema } from './validate-schema.ts'
import { wait } from './wait.ts'
import { webhookTrigger } from './webhook-trigger.ts'

/** In the order of the palette. */
const NODES = [
  manualTrigger,
  webhookTrigger,
  scheduleTrigger,
  inputForm,
  ifNode,
  switchNode,
  mapNode,
  wait,
  subWorkflow,
  stop,
  approval,
  setFields,
  template,
  filter,
  sort,
  aggregate,
  merge,
  split,
  validateSchema,
  httpRequest,
  code,
  readDocument,
  splitText,
  retrieve,
  outlineDocument,
  answerQuestion,
  recogniseEntities,
  codeDiagnoses,
  findClauses,
  renderResult,
] as unknown as readonly NodeDefinition[]

const byType = new Map(NODES.map((node) => [node.type, node]))

export const catalogue = {
  all: NODES,
  get: (type: string): NodeDefinition | undefined => byType.get(type),
  isTrigger: (type: string): boolean => byType.get(type)?.trigger === true,
}

/** A node without its code: what the registry endpoints send. */
export interface NodeDescription {
  type: string
  version: number
  title: string
  category: Category
  icon: string
  description: string
  kind: NodeKind
  trigger: boolean
  /** JSON Schema (2020-12) of the settings; title, description, widget and expression hints inside. */
  config: JsonObject
  output: JsonObject
  /** Ports of the example; with `dynamic_ports` they depend on the settings. */
  ports: Port[]
  dynamic_ports: boolean
  timeout_ms: number
  example: JsonObject
  /** The card's line for the example. */
  sentence: string
  /** Settings that are not searched for `{{ }}`. */
  raw_fields: string[]
}

/** What a node without a time limit of its own gets. */
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_PORTS: readonly Port[] = [{ name: 'out', title: 'Out' }]

/** The ways out of a node with these (parsed) settings. */
const portsOf = (node: NodeDefinition, config: JsonObject): readonly Port[] =>
  typeof node.ports === 'function' ? node.ports(config) : (node.ports ?? DEFAULT_PORTS)

const described = new WeakMap<NodeDefinition, NodeDescription>()

/** A node as plain JSON. @throws ZodError when the node's example is not valid */
export function describe(node: NodeDefinition): NodeDescription {
  const known = described.get(node)
  if (known) return known
  const schemaOf = (schema: z.ZodType): JsonObject =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonObject
  const example = node.example ?? {}
  const config = node.config.parse(example) as Record<string, Json>
  const description: NodeDescription = {
    type: node.type,
    version: node.version,
    title: node.title,
    category: node.category,
    icon: node.icon,
    description: node.description,
    kind: node.kind,
    trigger: node.trigger === true,
    config: schemaOf(node.config),
    output: schemaOf(node.output),
    ports: [...portsOf(node, config)],
    dynamic_ports: typeof node.ports === 'function',
    timeout_ms: node.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    example,
    sentence: node.sentence(config),
    raw_fields: [...rawFields(node.config)],
  }
  described.set(node, description)
  return description
}
