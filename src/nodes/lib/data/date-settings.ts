/** Settings that the date nodes share. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { isTimeZone } from '#nodes/lib/triggers/cron.ts'
import { NodeError } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'
import { readDate, tokensOf } from './date-pattern.ts'
import { readMoment } from './moment.ts'

export const timeZone = z
  .string()
  .refine(isTimeZone, 'Not a known time zone; write for example Asia/Kolkata')
  .default('Asia/Kolkata')
  .describe('The clock dates are read and written on, where they say no offset of their own.')
  .meta({ title: 'Time zone', widget: 'time_zone' })

const isPattern = (pattern: string) => tokensOf(pattern) !== null

export const pattern = z
  .string()
  .min(1)
  .max(100)
  .refine(isPattern, "Use yyyy, MM, dd, HH, mm, ss, MMM, EEE, a, XXX and the like; other letters stand in 'quotes'")

/** How a date that comes in is written; ISO 8601 when left out. */
export const writtenAs = pattern
  .optional()
  .describe(
    'How the date is written, for example dd/MM/yyyy. ISO 8601 or a number of seconds since 1970 when left out.',
  )
  .meta({ title: 'Written as', placeholder: 'dd/MM/yyyy' })

/** A date from a setting or the input, in ms. @throws NodeError `bad_date` */
export function dateFrom(
  given: Json | undefined,
  input: Json,
  how: { zone: string; pattern: string | undefined; field: string },
): number {
  const value = given === undefined ? input : given
  if (how.pattern === undefined) return readMoment(value, how.zone, how.field)
  if (typeof value === 'string') return readDate(value, how.zone, how.pattern, how.field)
  throw new NodeError('bad_date', `Expected a date as a text, got ${kindOf(value)}`, { field: how.field })
}
