/** The node catalogue as the registry calls of §7 give it. */
import { z } from 'zod'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject, listOf, listQuery, page, wholeList } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { DocumentProblem } from './workflows.ts'

const flag = z.enum(['true', 'false']).optional()

/** What a node has beyond settings and one way out. */
export const NODE_FEATURES = [
  'trigger',
  'branches',
  'waits',
  'effects',
  'migrates',
  'credentials',
  'models',
  'own_thread',
] as const

/** `incomplete`: stands for something that has to be replaced before a workflow runs. */
export const NODE_STATUSES = ['stable', 'incomplete'] as const

export const NodeInfo = z.object({
  type: z.string(),
  version: z.number().int(),
  title: z.string(),
  category: z.string(),
  icon: z.string(),
  description: z.string(),
  kind: z.enum(['pure', 'effect', 'wait', 'control']),
  trigger: z.boolean(),
  status: z.enum(NODE_STATUSES),
  /** Its settings have a form of their own kind beyond plain fields. */
  has_visual: z.boolean(),
  /** A run of it may cost money. */
  has_cost_model: z.boolean(),
  features: z.array(z.enum(NODE_FEATURES)),
  ports: z.array(z.object({ name: z.string(), title: z.string() })),
})

export const NodeDetail = NodeInfo.extend({
  /** JSON Schema of the settings and of a successful output. */
  config_schema: JsonObject,
  output_schema: JsonObject,
  /** Settings that work. */
  example: JsonObject,
  /** Its line on a card, with these settings. */
  sentence: z.string(),
  /** Whether the ways out depend on the settings. */
  dynamic_ports: z.boolean(),
  /** How long a run of it may take, in ms. */
  timeout_ms: z.number().int(),
  /** Settings that are not searched for expressions. */
  raw_fields: z.array(z.string()),
})

/** §3, node configuration. An unknown type is `missing` and comes with suggestions. */
export const NodeConfiguration = z.object({
  node_type: z.string(),
  status: z.enum(['available', 'missing']),
  configuration: JsonObject.nullable(),
  suggestions: z.array(z.string()),
})

export const Verdict = z.object({ valid: z.boolean(), problems: z.array(DocumentProblem) })

export type NodeInfo = z.infer<typeof NodeInfo>
export type NodeDetail = z.infer<typeof NodeDetail>
export type NodeConfiguration = z.infer<typeof NodeConfiguration>
export type Verdict = z.infer<typeof Verdict>

export const NodeQuery = z.object({
  category: z.string().max(40).optional(),
  status: z.string().max(40).optional(),
  has_visual: flag,
  has_cost_model: flag,
  enhanced_features: flag,
  search_term: z.string().max(SERVER_LIMITS.search_chars).optional(),
  ...listQuery(200, 500),
})
export type NodeQuery = z.output<typeof NodeQuery>

const params = z.object({ type: z.string().min(1).max(64) })
const NodeCheck = z.strictObject({ type: z.string().min(1).max(64), config: JsonObject })

export const nodeEndpoints = {
  listNodes: endpoint({
    method: 'GET',
    path: '/api/v1/nodes/registry/enhanced',
    access: signedIn,
    query: NodeQuery,
    returns: listOf(NodeInfo),
    timeout: 10_000,
  }),
  getNode: endpoint({
    method: 'GET',
    path: '/api/v1/nodes/{type}/enhanced',
    access: signedIn,
    params,
    returns: NodeDetail,
    errors: ['not_found'],
  }),
  listNodeCategories: endpoint({
    method: 'GET',
    path: '/api/v1/nodes/registry/categories',
    access: signedIn,
    query: wholeList(),
    returns: z.object({ categories: z.array(z.object({ name: z.string(), nodes: z.number().int() })), ...page }),
  }),
  getNodeStats: endpoint({
    method: 'GET',
    path: '/api/v1/nodes/stats/enhanced',
    access: signedIn,
    returns: z.object({
      total: z.number().int(),
      by_category: z.record(z.string(), z.number().int()),
      by_kind: z.record(z.string(), z.number().int()),
      by_status: z.record(z.string(), z.number().int()),
      by_feature: z.record(z.string(), z.number().int()),
    }),
  }),
  validateWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/nodes/validate/enhanced',
    access: signedIn,
    body: z.union([NodeCheck, z.strictObject({ document: JsonObject })]),
    returns: Verdict,
  }),
  listPublicNodes: endpoint({
    method: 'GET',
    path: '/api/nodes/registry/public',
    access: anyone,
    query: z.object(listQuery(200, 500)),
    returns: listOf(NodeInfo),
  }),
  getNodeConfiguration: endpoint({
    method: 'GET',
    path: '/api/nodes/{type}/configuration',
    access: signedIn,
    params,
    returns: NodeConfiguration,
  }),
  validateNode: endpoint({
    method: 'POST',
    path: '/api/nodes/validate',
    access: signedIn,
    body: NodeCheck,
    returns: Verdict,
  }),
}
