/** Days and months of India, which the books go by: five and a half hours before UTC the whole year. */
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

const INDIA_MS = 5.5 * HOUR_MS

/** The same moment shifted so that `getUTC…` methods return the calendar values of India. */
export const inIndia = (at: Date): Date => new Date(at.getTime() + INDIA_MS)

/** `2026-11-30` */
export const dayInIndia = (at: Date): string => inIndia(at).toISOString().slice(0, 10)

/** `2026-11` */
export const monthInIndia = (at: Date): string => inIndia(at).toISOString().slice(0, 7)

/** Midnight in India at the beginning of the day of `at`. */
export const dayStartInIndia = (at: Date): Date =>
  new Date(Math.floor(inIndia(at).getTime() / DAY_MS) * DAY_MS - INDIA_MS)

/** The first moments in India of a month (`2026-11`) and of the one after it. */
export function monthSpanInIndia(month: string): { from: Date; until: Date } {
  const first = new Date(`${month}-01T00:00:00Z`)
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
  return { from: new Date(first.getTime() - INDIA_MS), until: new Date(next - INDIA_MS) }
}
