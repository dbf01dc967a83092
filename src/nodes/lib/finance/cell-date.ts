/** A cell that is a day, as banks and invoices write it. */
import { findDates, isoDate } from '#nodes/lib/legal/dates.ts'

const RUN_TOGETHER =
  /^(\d{1,2})[-/ ]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-/ ,]{0,2}(\d{2}|\d{4})\b/i
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** ISO form of a cell that begins with a date, day first; null for anything else. A time behind it is left out. */
export function cellDate(cell: string): string | null {
  const text = cell.trim().slice(0, 40)
  const together = RUN_TOGETHER.exec(text)
  if (together !== null) {
    const [, day = '', month = '', year = ''] = together
    return isoDate(
      Number(year) + (year.length === 2 ? 2000 : 0),
      MONTHS.indexOf(month.toLowerCase().slice(0, 3)) + 1,
      Number(day),
    )
  }
  const [first] = findDates(text)
  return first !== undefined && first.start === 0 ? first.iso : null
}
