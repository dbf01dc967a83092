/** What an admin sees first: how today goes, what runs, and what waits for a decision. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Paise, Timestamp } from '#contract/core/primitives.ts'
import { WORK } from './admin-overview-values.ts'

const DayFigures = z.object({
  /** Without the runs that a workflow started itself. */
  runs: z.number().int(),
  failed: z.number().int(),
  sign_ups: z.number().int(),
  /** What buyers paid, before refunds. */
  paid_paise: Paise,
})
export type DayFigures = z.infer<typeof DayFigures>

export const AdminOverview = z.object({
  /** Midnight in India. */
  day_began_at: Timestamp,
  today: DayFigures,
  /** The day before, up to the same time of day. */
  yesterday: DayFigures,
  queue: z.object({
    queued: z.number().int(),
    /** How long the oldest queued run has waited; null when none waits. */
    oldest_ms: z.number().int().nullable(),
    running: z.number().int(),
    waiting: z.number().int(),
    workers: z.number().int(),
  }),
  /** Parts of the installation that don't work, as /health names them. */
  parts_down: z.array(z.string()),
  backups: z.object({
    /** Whether Chowk makes them on schedule. */
    is_scheduled: z.boolean(),
    /** The moment that the last one holds; null when none was made. */
    last_at: Timestamp.nullable(),
    /** Why the last one failed; null when it did not. */
    error: z.string().nullable(),
    /** The last one is older than it should be. */
    is_late: z.boolean(),
  }),
  /** Only what there is, in the order of `WORK`; reported errors are those of the last 24 hours. */
  work: z.array(
    z.object({
      kind: z.enum(WORK),
      count: z.number().int(),
      /** Since when the oldest waits. */
      oldest_at: Timestamp,
    }),
  ),
})
export type AdminOverview = z.infer<typeof AdminOverview>

export const adminOverviewEndpoints = {
  getAdminOverview: endpoint({
    method: 'GET',
    path: '/api/v1/admin/overview',
    access: withPermission('admin.access'),
    returns: AdminOverview,
  }),
}
