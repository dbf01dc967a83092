/** Settings and answers that nodes which ask a person share. */
import { z } from 'zod'
import { NodeError, type Resolution } from '#nodes/node.ts'

export const TIMED_OUT = { name: 'timed_out', title: 'Timed out' } as const

/** How long a person has; without end when left out. */
export const timeLimit = z
  .number()
  .int()
  .min(60)
  .max(366 * 86_400)
  .optional()
  .describe('After this long the run goes on through “timed out”. Waits without end when left out.')
  .meta({ title: 'Time limit (seconds)' })

export const question = (text: string) =>
  z.string().min(1).max(200).default(text).describe('What the person is asked.').meta({ title: 'Question' })

/** ISO 8601, null for no end. */
export const untilOf = (now: Date, limit: number | undefined): string | null =>
  limit === undefined ? null : new Date(now.getTime() + limit * 1000).toISOString()

/** @throws NodeError `wrong_answer` */
export function formAnswer(resolution: Resolution) {
  if (resolution.type === 'form') return resolution
  throw new NodeError('wrong_answer', 'A filled form was expected')
}
