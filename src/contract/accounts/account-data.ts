/** The rights of a person over their data: a copy of all of it, and its deletion (DPDP Act 2023, s. 11 and 12). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'

export const DataExport = z.object({
  id: z.uuid(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  created_at: Timestamp,
  finished_at: Timestamp.nullable().describe('Null while it is being written.'),
  /** Until when it can be downloaded. */
  expires_at: Timestamp.nullable(),
  bytes: z.number().int().nullable().describe('Null until it is ready.'),
})
export type DataExport = z.infer<typeof DataExport>

/** What the deletion of an account takes with it, counted now. */
export const DeletionSummary = z.object({
  workflows: z.number().int(),
  services: z.number().int(),
  runs: z.number().int(),
  /** Runs that have not ended: they are cancelled. */
  open_runs: z.number().int(),
  files: z.number().int(),
  api_keys: z.number().int(),
  /** Agents that others use: they stay without a name, and nobody new can find them. */
  agents_kept: z.number().int(),
  agents_removed: z.number().int(),
  /** Why it cannot be deleted now; null when it can. */
  refusal: z.string().nullable(),
})
export type DeletionSummary = z.infer<typeof DeletionSummary>

const Latest = z.object({ export: DataExport.nullable() })

export const accountDataEndpoints = {
  getDataExport: endpoint({
    method: 'GET',
    path: '/api/v1/users/me/export',
    access: signedIn,
    returns: Latest,
  }),
  requestDataExport: endpoint({
    method: 'POST',
    path: '/api/v1/users/me/export',
    access: signedIn,
    returns: Latest,
    errors: ['illegal_transition'],
    success: 202,
  }),
  downloadDataExport: endpoint({
    method: 'GET',
    path: '/api/v1/users/me/export/file',
    access: signedIn,
    returns: z.string(),
    answers: 'file',
    errors: ['not_found'],
    timeout: 600_000,
  }),
  getDeletionSummary: endpoint({
    method: 'GET',
    path: '/api/v1/users/me/deletion',
    access: signedIn,
    returns: DeletionSummary,
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/v1/users/me/deletion',
    access: signedIn,
    body: z.strictObject({ email: z.string().min(1, 'Enter your email address').max(254) }),
    returns: z.object({ deleted: z.literal(true) }),
    errors: ['confirmation_needed', 'illegal_transition'],
    timeout: 60_000,
  }),
}
