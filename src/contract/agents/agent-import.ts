/** Agents from elsewhere (§7, data migration): a template, what a filled-in one would create, and the drafts it creates. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, Json, Paise } from '#contract/core/primitives.ts'
import { AGENT_IMPORT, IMPORT_COLUMNS } from './agent-import-limits.ts'
import { PRICE_TYPES } from './agents.ts'

export const AgentTemplate = z.object({
  name: z.string(),
  format: z.enum(['csv', 'json']),
  columns: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string(), example: z.string() })),
  /** The template itself: a CSV text with its head and one example, or a list with one example. */
  template: Json,
})
export type AgentTemplate = z.infer<typeof AgentTemplate>

const csv = z
  .string()
  .min(1, 'Choose a file')
  .max(AGENT_IMPORT.characters, `Use a file of at most ${AGENT_IMPORT.characters} characters`)

/** One agent as its row says, shortened where it is too long to be right. */
export const ImportRow = z.object({
  /** As a spreadsheet counts: the head is row 1. */
  row: z.number().int(),
  name: z.string(),
  tagline: z.string(),
  category: z.string(),
  /** Null where the row says none that is right. */
  price: z.object({ type: z.enum(PRICE_TYPES), paise: Paise }).nullable(),
  /** The workflow it is made of; null for a new one. */
  workflow: z.string().nullable(),
  problems: z.array(z.object({ column: z.enum(IMPORT_COLUMNS), message: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>

export const AgentImportPreview = z.object({
  rows: z.array(ImportRow),
  /** Rows with a problem: with any of them nothing is imported. */
  faulty: z.number().int(),
})
export type AgentImportPreview = z.infer<typeof AgentImportPreview>

export const ImportedAgents = z.object({ agents: z.array(z.object({ id: AgentId, name: z.string() })) })
export type ImportedAgents = z.infer<typeof ImportedAgents>

const access = withPermission('agents.create')

export const agentImportEndpoints = {
  getAgentTemplate: endpoint({
    method: 'GET',
    path: '/api/v1/data-migration/templates/agents',
    access,
    query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
    returns: AgentTemplate,
  }),
  previewAgentImport: endpoint({
    method: 'POST',
    path: '/api/v1/data-migration/agents/preview',
    access,
    body: z.strictObject({ csv }),
    returns: AgentImportPreview,
    errors: ['import_refused', 'limit_reached', 'too_many_requests'],
    timeout: 20_000,
  }),
  importAgents: endpoint({
    method: 'POST',
    path: '/api/v1/data-migration/agents',
    access,
    body: z.strictObject({
      csv,
      /** The same key imports once, however often it is sent. */
      idempotency_key: z.string().regex(/^[\w-]{8,100}$/),
    }),
    returns: ImportedAgents,
    errors: ['import_refused', 'limit_reached', 'already_exists', 'not_runnable', 'too_many_requests'],
    timeout: 30_000,
    success: 201,
  }),
}
