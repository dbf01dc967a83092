/** Asking a list for what it masks (decision 0362). */
import { z } from 'zod'
import { REVEAL } from './mask-values.ts'

const Reason = z
  .string()
  .trim()
  .min(REVEAL.least_reason, `Use at least ${REVEAL.least_reason} characters`)
  .max(REVEAL.most_reason, `Use at most ${REVEAL.most_reason} characters`)

/** Of every list that masks personal data. What is asked for is recorded. */
export const revealQuery = {
  /** `true` for the whole page, or the id of one row. */
  reveal: z.union([z.literal('true'), z.uuid()]).optional(),
  /** Why. A whole page needs it. */
  reason: Reason.optional(),
}

/** Of an export, which has no rows to choose from. */
export const revealAll = { reveal: z.literal('true').optional(), reason: Reason.optional() }

export interface RevealQuery {
  reveal?: string | undefined
  reason?: string | undefined
}
