/** Ending all runs of an agent, an owner or a workflow that are under way. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { RUN_STOPS, STOP_SCOPES } from './run-stop-values.ts'

export const RunStopId = z.uuid().brand('RunStopId')
export type RunStopId = z.infer<typeof RunStopId>

export const RunStop = z.object({
  id: RunStopId,
  scope: z.enum(STOP_SCOPES),
  /** Of the agent, the person or the workflow; null when it is gone. */
  target: z.object({ id: z.uuid(), name: z.string().nullable() }),
  reason: z.string(),
  asked_by: z.string().nullable(),
  /** Runs that were under way when it began, counted up to 10,000. */
  found: z.number().int(),
  stopped: z.number().int(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
})
export type RunStop = z.infer<typeof RunStop>

const target = {
  scope: z.enum(STOP_SCOPES),
  target_id: z.uuid('Enter an ID like 01990a3e-5f6b-7c8d-9e0f-112233445566'),
}
const access = roleAtLeast('admin')

export const runStopEndpoints = {
  countRunsToStop: endpoint({
    method: 'GET',
    path: '/api/v1/admin/run-stops/count',
    access,
    query: z.object(target),
    /** `runs` is counted up to 10,000. */
    returns: z.object({ name: z.string(), runs: z.number().int() }),
    errors: ['not_found', 'forbidden'],
  }),
  listRunStops: endpoint({
    method: 'GET',
    path: '/api/v1/admin/run-stops',
    access,
    query: z.object(listQuery(25)),
    returns: listOf(RunStop),
  }),
  stopRuns: endpoint({
    method: 'POST',
    path: '/api/v1/admin/run-stops',
    access,
    body: z.strictObject({
      ...target,
      reason: z
        .string()
        .trim()
        .min(1, 'Enter a reason')
        .max(RUN_STOPS.reason_chars, `Use at most ${RUN_STOPS.reason_chars} characters`),
    }),
    /** A job ends the runs; the list shows how far it is. */
    returns: RunStop,
    success: 202,
    errors: ['not_found', 'forbidden', 'illegal_transition', 'already_exists'],
  }),
}
