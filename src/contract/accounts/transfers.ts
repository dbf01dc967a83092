/** Transfers: what an account owns moves to another one with its history (decision 0364). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import {
  TRANSFER_COUNTS,
  TRANSFER_EFFECTS,
  TRANSFER_KINDS,
  TRANSFER_POLICIES,
  TRANSFER_REFUSALS,
  TRANSFER_STATUSES,
  TRANSFERS,
} from './transfer-values.ts'
import { WORKSPACE_SLUG, WORKSPACES } from './workspace-values.ts'

export const TransferId = z.uuid().brand('TransferId')
export type TransferId = z.infer<typeof TransferId>

export const TransferThing = z.strictObject({ kind: z.enum(TRANSFER_KINDS), id: z.uuid() })
export type TransferThing = z.infer<typeof TransferThing>

const NamedThing = z.object({ kind: z.enum(TRANSFER_KINDS), id: z.uuid(), name: z.string() })
export type NamedThing = z.infer<typeof NamedThing>

const Place = z.object({
  name: z.string(),
  slug: z.string().nullable().describe('Null for a personal account.'),
})

export const TransferRequest = z.strictObject({
  things: z
    .array(TransferThing)
    .min(1)
    .max(TRANSFERS.things)
    .describe('What moves, and what of the things it uses moves along.'),
  to: z
    .string()
    .max(WORKSPACES.slug_chars)
    .regex(WORKSPACE_SLUG, 'Use the address of a workspace')
    .nullable()
    .describe('The address of the workspace; null for your personal account.'),
  move_secrets: z
    .boolean()
    .default(false)
    .describe(
      'Confirms that credentials, AI models with their keys, and the keys of channels move. Without it they stay, and channels are disconnected.',
    ),
})
export type TransferRequest = z.infer<typeof TransferRequest>

export const TransferPreview = z.object({
  to: Place,
  is_direct: z
    .boolean()
    .describe(
      'Whether you may move things into it, so that they move at once. Otherwise its owners and admins are asked.',
    ),
  moves: z.array(NamedThing).describe('All that moves: what you chose and what can’t be separated from it.'),
  counts: z.record(z.enum(TRANSFER_COUNTS), z.int()),
  choices: z.array(NamedThing).describe('What these use and what stays unless you add it to `things`.'),
  left_without: z.array(NamedThing).describe('What stays and uses something that moves: it has to be changed.'),
  effects: z.array(z.object({ effect: z.enum(TRANSFER_EFFECTS), count: z.int() })),
  policies: z.array(
    z.object({
      policy: z.enum(TRANSFER_POLICIES),
      count: z.int().describe('How many runs, steps, models or apps.'),
      days: z.int().nullable().describe('For how many days the new workspace keeps runs.'),
    }),
  ),
  refusals: z
    .array(
      z.object({
        code: z.enum(TRANSFER_REFUSALS),
        name: z.string().nullable().describe('What it is about, if it is one thing.'),
        count: z.int(),
      }),
    )
    .describe('Why it can’t move now; empty if it can.'),
})
export type TransferPreview = z.infer<typeof TransferPreview>

export const Transfer = z.object({
  id: TransferId,
  status: z.enum(TRANSFER_STATUSES),
  direction: z.enum(['in', 'out']),
  from: Place,
  to: Place,
  moves: z.array(NamedThing),
  move_secrets: z.boolean(),
  offered_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  decided_at: Timestamp.nullable(),
})
export type Transfer = z.infer<typeof Transfer>

const own = z.object({ id: TransferId })
const REFUSED = ['transfer_refused', 'transfer_over', 'transfer_changed'] as const

export const workspaceTransferEndpoints = {
  previewTransfer: endpoint({
    method: 'POST',
    path: '/api/v1/transfers/preview',
    access: signedIn,
    late: true,
    body: TransferRequest,
    returns: TransferPreview,
    errors: ['not_found'],
    timeout: 60_000,
  }),
  createTransfer: endpoint({
    method: 'POST',
    path: '/api/v1/transfers',
    access: signedIn,
    late: true,
    body: TransferRequest,
    returns: Transfer,
    success: 201,
    errors: ['not_found', 'transfer_refused', 'too_many_requests'],
    timeout: 60_000,
  }),
  listTransfers: endpoint({
    method: 'GET',
    path: '/api/v1/transfers',
    access: signedIn,
    late: true,
    query: z.object(listQuery(50)),
    returns: listOf(Transfer),
  }),
  /** What accepting would do now. */
  getTransferPreview: endpoint({
    method: 'GET',
    path: '/api/v1/transfers/{id}/preview',
    access: signedIn,
    late: true,
    params: own,
    returns: TransferPreview,
    errors: ['not_found', 'transfer_over'],
    timeout: 60_000,
  }),
  acceptTransfer: endpoint({
    method: 'POST',
    path: '/api/v1/transfers/{id}/accept',
    access: signedIn,
    late: true,
    params: own,
    returns: Transfer,
    errors: ['not_found', ...REFUSED],
    timeout: 60_000,
  }),
  declineTransfer: endpoint({
    method: 'POST',
    path: '/api/v1/transfers/{id}/decline',
    access: signedIn,
    late: true,
    params: own,
    returns: Transfer,
    errors: ['not_found', 'transfer_over'],
  }),
  cancelTransfer: endpoint({
    method: 'POST',
    path: '/api/v1/transfers/{id}/cancel',
    access: signedIn,
    late: true,
    params: own,
    returns: Transfer,
    errors: ['not_found', 'transfer_over'],
  }),
}
