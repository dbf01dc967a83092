/** Points in time and clocks of time zones, by the zones of the runtime (IANA, through Intl). */

import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'
import { DAY_MS } from '#shared/time.ts'

/** What a wall clock shows; `weekday` 1 is Monday (ISO 8601). */
export interface Clock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size < 1000) formats.set(zone, made)
  return made
}

/** What the clock of a zone shows at a moment. */
export function clockAt(time: number, zone: string): Clock {
  const found: Record<string, number> = {}
  let isBefore = false
  for (const { type, value } of formatOf(zone).formatToParts(time)) {
    if (type === 'era') isBefore = value.startsWith('B')
    else found[type] = Number(value)
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  const millisecond = ((time % 1000) + 1000) % 1000
  return { year: isBefore ? 1 - year : year, month, day, hour, minute, second, millisecond }
}

/** The clock's fields read as if they were UTC, in ms. Days and months beyond their end go on into the next. */
export function asUtc(clock: Clock): number {
  const date = new Date(0)
  date.setUTCFullYear(clock.year, clock.month - 1, clock.day)
  date.setUTCHours(clock.hour, clock.minute, clock.second, clock.millisecond)
  return date.getTime()
}

/** How far a zone's clock is ahead of UTC at a moment, in ms. */
export const offsetAt = (time: number, zone: string): number => asUtc(clockAt(time, zone)) - time

/**
 * The moment at which a zone's clock shows this. A time that the clock skips is moved forward by the gap; of a time shown twice
 * the first is meant (as RFC 5545 and Temporal's "compatible").
 */
export function momentOf(clock: Clock, zone: string): number {
  const guess = asUtc(clock)
  const before = offsetAt(guess - DAY_MS, zone)
  const after = offsetAt(guess + DAY_MS, zone)
  const fitting = [guess - before, guess - after].filter((time) => offsetAt(time, zone) === guess - time)
  return fitting.length > 0 ? Math.min(...fitting) : guess - before
}

/** Monday is 1, Sunday 7. */
export const weekdayOf = (clock: Clock): number => new Date(asUtc(clock)).getUTCDay() || 7

const two = (value: number, width = 2) => String(value).padStart(width, '0')

/** `+05:30`; `Z` for zero. */
export function offsetText(offset: number): string {
  if (offset === 0) return 'Z'
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** ISO 8601 on the zone's clock with its offset: `2026-01-31T09:30:00+05:30`. */
export function isoIn(time: number, zone: string): string {
  const clock = clockAt(time, zone)
  const fraction = clock.millisecond === 0 ? '' : `.${two(clock.millisecond, 3)}`
  const day = `${two(clock.year, 4)}-${two(clock.month)}-${two(clock.day)}`
  return `${day}T${two(clock.hour)}:${two(clock.minute)}:${two(clock.second)}${fraction}${offsetText(offsetAt(time, zone))}`
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i
/** Whole numbers up to here are seconds since 1970, above it milliseconds: 5138-11-16. */
const MOST_SECONDS = 100_000_000_000

/**
 * A moment from ISO 8601 (without an offset: on the zone's clock) or a number of seconds or milliseconds since 1970, in ms.
 * @throws NodeError `bad_date`
 */
export function readMoment(value: Json, zone: string, field: string): number {
  if (typeof value === 'number') return checked(Math.abs(value) < MOST_SECONDS ? value * 1000 : value, value, field)
  if (typeof value !== 'string') throw bad(value, field)
  const parts = ISO.exec(value.trim())
  if (!parts) throw bad(value, field)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(parts[at] ?? 0))
  const millisecond = Number((parts[7] ?? '0').padEnd(3, '0').slice(0, 3))
  const clock = { year, month, day, hour, minute, second, millisecond } as Clock
  if (!isClock(clock)) throw bad(value, field)
  const offset = parts[8]
  return checked(offset === undefined ? momentOf(clock, zone) : asUtc(clock) - offsetOf(offset), value, field)
}

/** Whether a clock can show this: 30 February and 25:00 are refused. */
export function isClock(clock: Clock): boolean {
  const date = new Date(asUtc(clock))
  return (
    date.getUTCMonth() + 1 === clock.month &&
    date.getUTCDate() === clock.day &&
    date.getUTCHours() === clock.hour &&
    date.getUTCMinutes() === clock.minute &&
    clock.second < 60
  )
}

/** `+05:30` in ms. */
export function offsetOf(text: string): number {
  if (/^z$/i.test(text)) return 0
  const digits = text.replace(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000
}

function checked(time: number, value: Json, field: string): number {
  if (!Number.isFinite(new Date(time).getTime())) throw bad(value, field)
  return time
}

const bad = (value: Json, field: string) => {
  const shown = typeof value === 'string' ? `“${value.slice(0, 60)}”` : kindOf(value)
  return new NodeError(
    'bad_date',
    `${shown} is not a date; write for example 2026-03-31 or 2026-03-31T18:00:00+05:30`,
    {
      field,
    },
  )
}
