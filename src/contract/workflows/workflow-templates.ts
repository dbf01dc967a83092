/** Workflows to start from (§7, workflow-templates): each runs on its sample as it is. */
import { z } from 'zod'
import { AgentPreview } from '#contract/agents/agents.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject, listOf, listQuery, Paise, Slug, wholeList } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { WorkflowSummary } from './workflows.ts'

export const TEMPLATE_CATEGORIES = [
  'healthcare',
  'document-processing',
  'finance',
  'customer-service',
  'general',
] as const
export const TemplateCategory = z.enum(TEMPLATE_CATEGORIES)
export type TemplateCategory = z.infer<typeof TemplateCategory>

/** `better`: it works by rules, and better with a model. Credentials by their type. */
export const TemplateNeeds = z.object({
  model: z.enum(['none', 'better', 'needed']),
  credentials: z.array(z.string()),
})
export type TemplateNeeds = z.infer<typeof TemplateNeeds>

export const TemplateSample = z.object({ title: z.string(), input: JsonObject })
export type TemplateSample = z.infer<typeof TemplateSample>

export const TemplateSummary = z.object({
  id: Slug,
  name: z.string(),
  description: z.string(),
  category: TemplateCategory,
  tags: z.array(z.string()),
  needs: TemplateNeeds,
  /** Its steps in the order they run, with where each is on the canvas, in px. */
  steps: z.array(
    z.object({
      title: z.string(),
      type: z.string(),
      icon: z.string(),
      /** Of its type: `data`, `document`, `ai` ... */
      category: z.string(),
      x: z.number(),
      y: z.number(),
    }),
  ),
  /** What leads from one step to another, each by its place in `steps`. */
  lines: z.array(z.object({ from: z.int(), to: z.int() })),
  starts_with: z
    .enum(['document', 'form', 'message', 'request'])
    .describe(
      'What a run begins with: a file or its text, fields of a form, a message of a chat, a request to its web address.',
    ),
  cost_paise: Paise.nullable().describe(
    'What a run is charged: 0 where no step asks a model; null where that depends on the model.',
  ),
  result: AgentPreview.nullable().describe(
    'The first lines of what a recorded run on its sample ended with; null for templates that need a model.',
  ),
})
export type TemplateSummary = z.infer<typeof TemplateSummary>

export const Template = TemplateSummary.extend({
  sample: TemplateSample,
  /** What a run on the sample ends with, in words. */
  expected: z.string(),
  document: JsonObject,
})
export type Template = z.infer<typeof Template>

export const TemplateQuery = z.object({
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  category: TemplateCategory.optional(),
  ...listQuery(50),
})
export type TemplateQuery = z.output<typeof TemplateQuery>

const params = z.object({ id: Slug })

export const workflowTemplateEndpoints = {
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/v1/workflow-templates',
    access: signedIn,
    query: TemplateQuery,
    returns: listOf(TemplateSummary),
  }),
  getTemplate: endpoint({
    method: 'GET',
    path: '/api/v1/workflow-templates/{id}',
    access: signedIn,
    params,
    returns: Template,
    errors: ['not_found'],
  }),
  listTemplateCategories: endpoint({
    method: 'GET',
    path: '/api/v1/workflow-templates/categories/list',
    access: signedIn,
    query: wholeList(),
    returns: listOf(z.object({ slug: TemplateCategory, name: z.string(), templates: z.number().int() })),
  }),
  getTemplateSummary: endpoint({
    method: 'GET',
    path: '/api/v1/workflow-templates/stats/summary',
    access: signedIn,
    returns: z.object({
      templates: z.number().int(),
      categories: z.number().int(),
      without_model: z.number().int(),
      /** Workflows that began as one of them. */
      started: z.number().int(),
      most_started: z.array(z.object({ id: Slug, name: z.string(), started: z.number().int() })),
    }),
  }),
  useTemplate: endpoint({
    method: 'POST',
    path: '/api/v1/workflow-templates/{id}/use',
    access: withPermission('workflows.create'),
    params,
    body: z.strictObject({ name: z.string().trim().min(1).max(120).optional() }),
    returns: WorkflowSummary,
    errors: ['not_found', 'limit_reached'],
    success: 201,
  }),
}
