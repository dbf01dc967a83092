/** The schema of an ability; the values are in `ability-values.ts`, free of zod. */
import { z } from 'zod'

export const Ability = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
