/** What a signed-in user sees first. */
import { z } from 'zod'
import { signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { ExecutionSummary } from './executions.ts'
import { ExecutionId, Timestamp } from './primitives.ts'

export const DashboardStats = z.object({
  runs: z.object({
    total: z.number().int(),
    last_7_days: z.number().int(),
    unfinished: z.number().int(),
    failed_7_days: z.number().int(),
    /** Of the runs finished in the last 7 days; null without any. */
    success_rate: z.number().nullable(),
  }),
  services: z.object({ total: z.number().int(), running: z.number().int() }),
  workflows: z.object({ total: z.number().int() }),
  /** What waits for this person, oldest first. */
  attention: z.array(
    z.object({
      type: z.enum(['approval', 'form', 'failed']),
      execution_id: ExecutionId,
      title: z.string(),
      at: Timestamp,
    }),
  ),
  recent: z.array(ExecutionSummary),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const dashboardEndpoints = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/stats',
    summary: 'Own figures, what needs attention, and the latest runs',
    access: signedIn,
    returns: DashboardStats,
  }),
}
