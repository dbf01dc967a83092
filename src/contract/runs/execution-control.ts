/** What people do to an execution that exists. */
import { z } from 'zod'
import { JsonObject } from '#contract/core/primitives.ts'

export const ControlCommand = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['pause', 'resume', 'cancel', 'retry']) }),
  z.strictObject({
    action: z.literal('rerun'),
    newest_version: z.boolean().optional(),
    /** Replaces the input of the run; checked like the input of a first run. */
    input: JsonObject.optional(),
  }),
  z.strictObject({
    action: z.literal('fork'),
    /** For people who can edit the workflow. */
    from_node: z.string().min(1).max(64),
    /** Outputs put in the place of what nodes before it gave, by node id. */
    edited: JsonObject.optional(),
  }),
])

export type ControlCommand = z.infer<typeof ControlCommand>
