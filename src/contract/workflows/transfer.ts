/** Workflows on their way in and out: files of ours and of n8n, what they are like, and agents made of them (§7). */
import { z } from 'zod'
import { CredentialId } from '#contract/accounts/credentials.ts'
import { AgentDetail } from '#contract/agents/agents.ts'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, JsonObject, listOf, recordOf, Slug, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { Slot } from './bundle.ts'
import { DocumentProblem, WorkflowSummary } from './workflows.ts'

/** Per person and hour. */
export const TRANSFER = { imports_per_hour: 120, looks_per_hour: 900, exports_per_hour: 600 } as const

export const IMPORT_FORMATS = ['chowk', 'document', 'n8n'] as const
export const TREATMENTS = ['mapped', 'bridged', 'placeholder', 'lost', 'note'] as const

export const ImportReport = z.object({
  /** What became of each step of the file; A part, such as a tool, has the node it became a part of; `node` is null for what was lost or is kept as a note. */
  steps: z.array(
    z.object({ name: z.string(), from: z.string(), how: z.enum(TREATMENTS), node: z.string().nullable() }),
  ),
  warnings: z.array(
    z.object({
      code: z.string(),
      step: z.string().nullable(),
      node: z.string().nullable(),
      field: z.string().nullable(),
      message: z.string(),
    }),
  ),
})

export const RISK_SEVERITIES = ['high', 'medium', 'low'] as const

const Counts = z.object({ once: z.number().int(), per_item: z.number().int() })

export const Analysis = z.object({
  complexity: z.object({
    nodes: z.number().int(),
    edges: z.number().int(),
    depth: z.number().int(),
    branches: z.number().int(),
    loops: z.number().int(),
    level: z.enum(['simple', 'moderate', 'involved']),
  }),
  /** Calls per run; those in a "For each" count once per item on top. Budgets in paise, null where one is missing. */
  cost: z.object({ model_calls: Counts, outside_calls: Counts, budget_paise: z.number().int().nullable() }),
  credentials: z.array(
    z.object({ node: z.string(), field: z.string(), type: z.string(), name: z.string(), chosen: z.boolean() }),
  ),
  risks: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(RISK_SEVERITIES),
      node: z.string(),
      field: z.string().nullable(),
      message: z.string(),
      advice: z.string(),
    }),
  ),
})

export const ParsedWorkflow = z.object({
  name: z.string(),
  description: z.string(),
  document: JsonObject,
  /** What has to be chosen or entered before it runs. */
  slots: z.array(Slot),
  report: ImportReport,
  problems: z.array(DocumentProblem),
  analysis: Analysis,
})

/** The file: its text, or what was parsed of it. */
const Source = Json.refine(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  'Choose a file',
)

const EXAMPLE = { schema_version: 1, nodes: [], edges: [], notes: [], groups: [] }

export const ParseWorkflow = z.strictObject({ source: Source }).meta({ examples: [{ source: EXAMPLE }] })

export const ImportWorkflow = z.strictObject({
  source: Source,
  /** Instead of the name in the file. With several workflows the first gets it. */
  name: z.string().trim().min(1).max(120).optional(),
  /** Accounts at apps, by the id of the app: every step that uses the app gets it. */
  accounts: recordOf(z.string().max(80), CredentialId, 200).optional(),
})

export const ImportedWorkflows = z.object({
  format: z.enum(IMPORT_FORMATS),
  workflows: z.array(z.object({ workflow: WorkflowSummary, slots: z.array(Slot), report: ImportReport })),
})

export const AnalyzeWorkflow = z
  .strictObject({ workflow_id: WorkflowId.optional(), document: JsonObject.optional() })
  .refine((body) => (body.workflow_id === undefined) !== (body.document === undefined), {
    message: 'Send either workflow_id or document',
    path: ['workflow_id'],
  })

/** §3, node configuration, of a node in a workflow. `incomplete`: it has problems; `missing`: its type is not known here. */
export const NodeSettings = z.object({
  node_id: z.string(),
  title: z.string(),
  node_type: z.string(),
  version: z.number().int(),
  status: z.enum(['ready', 'incomplete', 'missing', 'disabled']),
  configuration: JsonObject,
  /** What to do about it, or what else there is. */
  suggestions: z.array(z.string()),
})

export const FetchWorkflowFile = z.strictObject({
  address: z.url({ protocol: /^https?$/, error: 'Enter a web address' }).max(2000),
})

export const ConvertToAgent = z.strictObject({
  workflow_id: WorkflowId,
  name: z.string().trim().min(1, 'Name is required').max(120),
  tagline: z.string().trim().min(1, 'Enter a one-sentence summary').max(200),
  description: z.string().trim().max(5000).default(''),
  category: Slug,
  icon: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'The icon is invalid')
    .max(40)
    .default('sparkles'),
  tags: z.array(z.string().trim().min(1).max(40)).max(12).default([]),
})

export type ImportReport = z.infer<typeof ImportReport>
export type Analysis = z.infer<typeof Analysis>
export type ParsedWorkflow = z.infer<typeof ParsedWorkflow>
export type ImportedWorkflows = z.infer<typeof ImportedWorkflows>
export type NodeSettings = z.infer<typeof NodeSettings>
export type ConvertToAgent = z.output<typeof ConvertToAgent>

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })

export const transferEndpoints = {
  exportWorkflow: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/export',
    access: author,
    params,
    returns: z.string(),
    answers: 'file',
    errors: ['not_found', 'too_many_requests'],
    timeout: 15_000,
  }),
  importWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/import',
    access: author,
    body: ImportWorkflow,
    returns: ImportedWorkflows,
    errors: ['import_refused', 'limit_reached', 'too_many_requests'],
    timeout: 20_000,
    success: 201,
  }),
  parseWorkflow: endpoint({
    method: 'POST',
    path: '/api/workflows/parse',
    access: author,
    body: ParseWorkflow,
    returns: z.object({ format: z.enum(IMPORT_FORMATS), workflows: z.array(ParsedWorkflow) }),
    errors: ['import_refused', 'too_many_requests'],
    timeout: 15_000,
  }),
  fetchWorkflowFile: endpoint({
    method: 'POST',
    path: '/api/workflows/fetch',
    access: author,
    body: FetchWorkflowFile,
    returns: z.object({ source: z.string() }),
    errors: ['import_refused', 'too_many_requests'],
    timeout: 20_000,
  }),
  analyzeWorkflow: endpoint({
    method: 'POST',
    path: '/api/workflows/analyze',
    access: author,
    body: AnalyzeWorkflow,
    returns: Analysis,
    errors: ['not_found', 'too_many_requests'],
    timeout: 10_000,
  }),
  getWorkflowConfigurations: endpoint({
    method: 'GET',
    path: '/api/workflows/{id}/configurations',
    access: author,
    params,
    query: wholeList(),
    returns: listOf(NodeSettings),
    errors: ['not_found'],
  }),
  convertToAgent: endpoint({
    method: 'POST',
    path: '/api/workflows/convert-to-agent',
    access: withPermission('agents.create'),
    body: ConvertToAgent,
    returns: AgentDetail,
    errors: ['not_found', 'not_runnable', 'already_exists'],
    timeout: 20_000,
    success: 201,
  }),
}
