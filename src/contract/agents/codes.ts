/** The installed medical code tables: looking codes up, by visitors too. */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { CODE_LIMITS, CODE_SYSTEMS } from './code-values.ts'

export const MedicalCode = z.object({
  /** ICD-10-CM with its dot. */
  code: z.string(),
  description: z.string(),
  /** Whether it is specific enough to be billed. */
  billable: z.boolean(),
})
export type MedicalCode = z.infer<typeof MedicalCode>

const params = z.object({ system: z.enum(CODE_SYSTEMS) })
const codes = z.object({ codes: z.array(MedicalCode) })
const late = { access: anyone, late: true, method: 'GET' } as const

export const codeEndpoints = {
  searchCodes: endpoint({
    ...late,
    path: '/api/v1/codes/{system}',
    params,
    query: z.object({ q: z.string().trim().min(1).max(CODE_LIMITS.words) }),
    returns: codes,
    errors: ['too_many_requests'],
  }),
  lookUpCodes: endpoint({
    ...late,
    path: '/api/v1/codes/{system}/lookup',
    params,
    query: z.object({
      /** Separated by commas. */
      codes: z
        .string()
        .max(CODE_LIMITS.lookups * 10)
        .transform((text) =>
          text
            .split(',')
            .map((code) => code.trim())
            .filter(Boolean),
        )
        .refine((list) => list.length <= CODE_LIMITS.lookups, `Look up at most ${CODE_LIMITS.lookups} codes`),
    }),
    returns: codes,
    errors: ['too_many_requests'],
  }),
}
