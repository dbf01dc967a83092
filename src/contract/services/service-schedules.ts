/** Times at which a service runs automatically: the settings of a schedule trigger, and the input of each run. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, JsonObject, page, ServiceId, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES } from '#contract/runs/execution-states.ts'

export const ServiceSchedule = z.object({
  id: z.uuid(),
  cron: z.string().describe('Minute, hour, day of month, month, day of week.'),
  time_zone: z.string().describe('IANA name, such as `Asia/Kolkata`.'),
  missed: z.enum(['run_once', 'run_all', 'skip']),
  most_missed: z.number().int().describe('How many missed times `run_all` makes up for at most.'),
  input: JsonObject,
  enabled: z.boolean(),
  /** Why it was switched off without its owner. */
  stopped_reason: z.string().nullable(),
  /** The next five; none while it, or its service, does not run. */
  next_runs: z.array(Timestamp),
  /** The newest ten of what has come, newest first: a run, or why there was none. */
  times: z.array(
    z.object({
      due_at: Timestamp,
      execution_id: ExecutionId.nullable(),
      status: z.enum(EXECUTION_STATUSES).nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export type ServiceSchedule = z.infer<typeof ServiceSchedule>

/** What is left out stays, or is as a schedule trigger has it: Asia/Kolkata, and one run for all times that were missed. */
const settings = {
  time_zone: z.string().max(64).optional(),
  missed: z.enum(['run_once', 'run_all', 'skip']).optional(),
  most_missed: z.number().int().min(1).max(100).optional(),
  enabled: z.boolean().optional(),
}
/** Its node checks the line. */
const cron = z.string().max(200)

export const AddServiceSchedule = z.strictObject({ cron, input: JsonObject, ...settings })
export const ChangeServiceSchedule = z.strictObject({
  cron: cron.optional(),
  input: JsonObject.optional(),
  ...settings,
})
export type AddServiceSchedule = z.output<typeof AddServiceSchedule>
export type ChangeServiceSchedule = z.output<typeof ChangeServiceSchedule>

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: ServiceId })
const one = params.extend({ schedule: z.uuid() })
const returns = z.object({ schedules: z.array(ServiceSchedule) })

export const serviceScheduleEndpoints = {
  listServiceSchedules: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/schedules',
    access,
    params,
    query: wholeList(),
    returns: returns.extend(page),
    errors: ['not_found'],
  }),
  addServiceSchedule: endpoint({
    method: 'POST',
    path: '/api/v1/services/{id}/schedules',
    access,
    params,
    body: AddServiceSchedule,
    returns,
    errors: ['not_found', 'limit_reached', 'agreement_needed', 'not_runnable'],
    success: 201,
  }),
  changeServiceSchedule: endpoint({
    method: 'PUT',
    path: '/api/v1/services/{id}/schedules/{schedule}',
    access,
    params: one,
    body: ChangeServiceSchedule,
    returns,
    errors: ['not_found', 'agreement_needed', 'not_runnable'],
  }),
  removeServiceSchedule: endpoint({
    method: 'DELETE',
    path: '/api/v1/services/{id}/schedules/{schedule}',
    access,
    params: one,
    returns,
    errors: ['not_found'],
  }),
}
