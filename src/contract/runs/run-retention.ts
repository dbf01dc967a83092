/** How long an account keeps the content of its runs, within what the operator of the installation keeps. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { KEEP_RUNS_DAYS } from './retention-values.ts'

const Days = z.union(KEEP_RUNS_DAYS.map((days) => z.literal(days)))

export const RunRetention = z.object({
  /** The account's own choice; null: as long as the operator keeps it. */
  keep_days: Days.nullable(),
  /** What may be chosen: never longer than the operator keeps anything. */
  choices: z.array(Days),
  /** The operator's own periods in days; null is for good. */
  operator: z.object({ succeeded_days: z.number().int().nullable(), failed_days: z.number().int().nullable() }),
})
export type RunRetention = z.infer<typeof RunRetention>

export const runRetentionEndpoints = {
  getRunRetention: endpoint({
    method: 'GET',
    path: '/api/v1/users/me/run-retention',
    access: signedIn,
    returns: RunRetention,
  }),
  setRunRetention: endpoint({
    method: 'PUT',
    path: '/api/v1/users/me/run-retention',
    access: signedIn,
    body: z.strictObject({ keep_days: Days.nullable() }),
    returns: RunRetention,
  }),
}
