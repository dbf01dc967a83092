/** What starting a run answers. */
import { z } from 'zod'
import { ExecutionId, Json } from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES } from './execution-states.ts'

export const Started = z.object({
  execution_id: ExecutionId,
  status: z.enum(EXECUTION_STATUSES),
  /** With `wait_ms`, once the run has succeeded. */
  output: Json.optional(),
  /** A visitor's run: sent back as X-Run-Token it opens this run alone. */
  access_token: z.string().optional(),
})

export type Started = z.infer<typeof Started>
