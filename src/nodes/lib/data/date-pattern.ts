/** Writes and reads dates by a pattern such as `dd/MM/yyyy HH:mm` (the letters of Unicode TR 35, English names). */
import { NodeError } from '#nodes/node.ts'
import { asUtc, type Clock, clockAt, isClock, momentOf, offsetAt, offsetOf, offsetText, weekdayOf } from './moment.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const TOKEN = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|m|ss|s|SSS|a|XXX|'[^']{0,100}'|[^A-Za-z']/g

/** The parts of a pattern, null when it has letters that mean nothing. */
export function tokensOf(pattern: string): string[] | null {
  const tokens = pattern.match(TOKEN) ?? []
  return tokens.join('') === pattern && tokens.length > 0 ? tokens : null
}

const two = (value: number, width = 2) => String(value).padStart(width, '0')
const twelve = (hour: number) => hour % 12 || 12

/** A moment on a zone's clock, written by a pattern that `tokensOf` takes. */
export function writeDate(time: number, zone: string, pattern: string): string {
  const clock = clockAt(time, zone)
  const offset = offsetAt(time, zone)
  return (tokensOf(pattern) ?? []).map((token) => written(token, clock, offset)).join('')
}

function written(token: string, clock: Clock, offset: number): string {
  const { year, month, day, hour, minute, second, millisecond } = clock
  switch (token) {
    case 'yyyy':
      return two(year, 4)
    case 'yy':
      return two(((year % 100) + 100) % 100)
    case 'MMMM':
      return MONTHS[month - 1] ?? ''
    case 'MMM':
      return (MONTHS[month - 1] ?? '').slice(0, 3)
    case 'MM':
      return two(month)
    case 'M':
      return String(month)
    case 'dd':
      return two(day)
    case 'd':
      return String(day)
    case 'EEEE':
      return DAYS[weekdayOf(clock) - 1] ?? ''
    case 'EEE':
      return (DAYS[weekdayOf(clock) - 1] ?? '').slice(0, 3)
    case 'HH':
      return two(hour)
    case 'H':
      return String(hour)
    case 'hh':
      return two(twelve(hour))
    case 'h':
      return String(twelve(hour))
    case 'mm':
      return two(minute)
    case 'm':
      return String(minute)
    case 'ss':
      return two(second)
    case 's':
      return String(second)
    case 'SSS':
      return two(millisecond, 3)
    case 'a':
      return hour < 12 ? 'AM' : 'PM'
    case 'XXX':
      return offsetText(offset)
    default:
      return token.startsWith("'") ? token.slice(1, -1) : token
  }
}

const READ: Record<string, RegExp> = {
  yyyy: /^\d{4}/,
  yy: /^\d{2}/,
  MMMM: /^[A-Za-z]{3,9}/,
  MMM: /^[A-Za-z]{3}/,
  EEEE: /^[A-Za-z]{6,9}/,
  EEE: /^[A-Za-z]{3}/,
  SSS: /^\d{3}/,
  a: /^(?:AM|PM)/i,
  XXX: /^(?:Z|[+-]\d{2}:?\d{2})/i,
}
const number = (token: string) => (token.length === 2 ? /^\d{2}/ : /^\d{1,2}/)

/** The moment a text shows, in ms; without an offset in it, on the zone's clock. @throws NodeError `bad_date` */
export function readDate(text: string, zone: string, pattern: string, field: string): number {
  const bad = () => new NodeError('bad_date', `“${text.slice(0, 60)}” is not written as ${pattern}`, { field })
  const found: Record<string, string> = {}
  let rest = text.trim()
  for (const token of tokensOf(pattern) ?? []) {
    if (!/^[A-Za-z]/.test(token)) {
      const literal = token.startsWith("'") ? token.slice(1, -1) : token
      if (!rest.startsWith(literal)) throw bad()
      rest = rest.slice(literal.length)
      continue
    }
    const part = (READ[token] ?? number(token)).exec(rest)?.[0]
    if (part === undefined) throw bad()
    found[token] = part
    rest = rest.slice(part.length)
  }
  const clock = rest === '' ? clockFrom(found) : null
  if (!clock || !isClock(clock)) throw bad()
  return found.XXX === undefined ? momentOf(clock, zone) : asUtc(clock) - offsetOf(found.XXX)
}

function clockFrom(found: Record<string, string>): Clock | null {
  const first = (...tokens: string[]) => tokens.map((token) => found[token]).find((part) => part !== undefined)
  const name = first('MMMM', 'MMM')?.toLowerCase()
  const named =
    MONTHS.findIndex((month) => month.toLowerCase() === name || month.slice(0, 3).toLowerCase() === name) + 1
  const month = name === undefined ? Number(first('MM', 'M') ?? 1) : named
  const short = Number(found.yy ?? 70)
  // Two digits are a year from 1970 to 2069, as POSIX strptime reads nearly.
  const year = found.yyyy === undefined ? short + (short < 70 ? 2000 : 1900) : Number(found.yyyy)
  const half = found.a?.toUpperCase()
  const plain = Number(first('HH', 'H', 'hh', 'h') ?? 0)
  if (half !== undefined && (plain < 1 || plain > 12)) return null
  const hour = half === undefined ? plain : (plain % 12) + (half === 'PM' ? 12 : 0)
  const minute = Number(first('mm', 'm') ?? 0)
  const second = Number(first('ss', 's') ?? 0)
  return { year, month, day: Number(first('dd', 'd') ?? 1), hour, minute, second, millisecond: Number(found.SSS ?? 0) }
}
