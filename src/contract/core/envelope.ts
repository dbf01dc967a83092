/** The standard API envelope of specification §3, §5: every answer but the raw health answer wears it. */
import { z } from 'zod'

export const RESULTS = ['success', 'warning', 'error'] as const

export const Status = z
  .object({
    /** The HTTP status, repeated. */
    code: z.number().int(),
    result: z.enum(RESULTS),
    timestamp: z.string(),
    message: z.string(),
  })
  .meta({ id: 'Status' })

/** One reason of a refusal. `field` is a dotted path into the input, `code` a stable machine name. */
export const Problem = z
  .object({ message: z.string(), field: z.string().optional(), code: z.string().optional() })
  .meta({ id: 'Problem' })

export const ErrorEnvelope = z
  .object({
    data: z.null(),
    status: Status,
    errors: z.array(Problem).optional(),
    /** The id of the request, as in the header `x-request-id`: support finds it in the log. */
    request_id: z.string(),
  })
  .meta({ id: 'ErrorEnvelope' })

/** The envelope around one endpoint's data. */
export const envelopeOf = <T extends z.ZodType>(data: T) =>
  z.object({ data, status: Status, errors: z.array(Problem).optional() })

export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>
export type Status = z.infer<typeof Status>
export type Problem = z.infer<typeof Problem>
export type Envelope<T> = { data: T; status: Status; errors?: Problem[] }
