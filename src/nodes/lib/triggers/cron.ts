/** Checks cron lines: five fields (minute hour day month weekday), as crontab(5) writes them. */

const FIELDS = [
  { name: 'minute', from: 0, to: 59, names: [] },
  { name: 'hour', from: 0, to: 23, names: [] },
  { name: 'day of month', from: 1, to: 31, names: [] },
  { name: 'month', from: 1, to: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'day of week', from: 0, to: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
] as const

type Field = (typeof FIELDS)[number]

/** What is wrong with a cron line, null when it is right. */
export function cronProblem(line: string): string | null {
  const parts = line.trim().split(/\s+/)
  if (parts.length !== FIELDS.length || line.length > 200) {
    return 'Write five fields: minute, hour, day of month, month, day of week. Example: 0 9 * * 1-5'
  }
  for (const [index, field] of FIELDS.entries()) {
    const problem = fieldProblem(parts[index] ?? '', field)
    if (problem) return problem
  }
  return null
}

function fieldProblem(text: string, field: Field): string | null {
  for (const part of text.split(',')) {
    const [range = '', step, more] = part.split('/')
    if (more !== undefined || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) {
      return `“${part}” is not a step of the ${field.name}; write for example */15`
    }
    if (range === '*') continue
    const [first = '', last, extra] = range.split('-')
    const from = numberOf(first, field)
    const to = last === undefined ? from : numberOf(last, field)
    if (extra !== undefined || from === null || to === null) {
      return `“${part}” is not a ${field.name}: use ${field.from} to ${field.to}, *, lists (1,2), ranges (1-5) or steps (*/15)`
    }
    if (from > to) return `“${part}” runs backwards in the ${field.name}`
  }
  return null
}

function numberOf(text: string, field: Field): number | null {
  const named = (field.names as readonly string[]).indexOf(text.toLowerCase())
  if (named >= 0) return named + (field.name === 'month' ? 1 : 0)
  if (!/^\d{1,2}$/.test(text)) return null
  const value = Number(text)
  return value >= field.from && value <= field.to ? value : null
}

/**
 * The one spelling of a time zone that is known: the library of dates keeps what it finds out by the spelling, for good, and names are
 * taken in any case. @throws RangeError for one that is not known
 */
export const timeZoneOf = (name: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone

/** Whether the runtime knows an IANA time zone such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  try {
    timeZoneOf(name)
    return true
  } catch {
    return false
  }
}
