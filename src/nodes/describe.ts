/** A node type as plain data: what form, palette, documentation and the registry endpoints of §7 show. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { rawFields } from '#graph/values/raw-fields.ts'
import type { Category, NodeDefinition, NodeKind, Port } from './node.ts'

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
