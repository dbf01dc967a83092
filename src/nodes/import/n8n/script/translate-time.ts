/** Moments of n8n (Luxon and Date) as milliseconds in JSONata. Units without a fixed length are not translated. */
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { literalNumber, literalText, type Piece, piece, plainValue } from './jsonata-piece.ts'
import { NotTranslated, type Script } from './script-ast.ts'

const MS: Record<string, number> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 604_800_000,
}
const unitMs = (unit: string): number => {
  const found = MS[unit.replace(/s$/, '')]
  if (found === undefined) throw new NotTranslated(`it counts in ${unit.slice(0, 20)}, which differ in length`)
  return found
}

/** Longest first. https://moment.github.io/luxon/#/formatting → XPath pictures. */
const PICTURES: readonly (readonly [string, string])[] = [
  ['yyyy', '[Y]'],
  ['YYYY', '[Y]'],
  ['MMMM', '[MNn]'],
  ['LLLL', '[MNn]'],
  ['EEEE', '[FNn]'],
  ['cccc', '[FNn]'],
  ['MMM', '[MNn,3-3]'],
  ['LLL', '[MNn,3-3]'],
  ['EEE', '[FNn,3-3]'],
  ['ccc', '[FNn,3-3]'],
  ['SSS', '[f001]'],
  ['yy', '[Y01]'],
  ['MM', '[M01]'],
  ['LL', '[M01]'],
  ['dd', '[D01]'],
  ['DD', '[D01]'],
  ['HH', '[H01]'],
  ['hh', '[h01]'],
  ['mm', '[m01]'],
  ['ss', '[s01]'],
  ['ZZ', '[Z]'],
  ['M', '[M1]'],
  ['L', '[M1]'],
  ['d', '[D1]'],
  ['H', '[H1]'],
  ['h', '[h1]'],
  ['m', '[m1]'],
  ['s', '[s1]'],
  ['a', '[PN]'],
  ['Z', '[Z]'],
]

/** @throws NotTranslated for parts that have no picture */
export function pictureOf(format: string): string {
  let picture = ''
  for (let at = 0; at < format.length; ) {
    const character = format.charAt(at)
    if (character === "'") {
      const end = format.indexOf("'", at + 1)
      if (end < 0) throw new NotTranslated('its date format is not closed')
      picture += bracketed(format.slice(at + 1, end))
      at = end + 1
      continue
    }
    const known = PICTURES.find(([letters]) => format.startsWith(letters, at))
    if (!known && /[A-Za-z]/.test(character) && character !== 'T')
      throw new NotTranslated(`its date format holds “${character}”`)
    picture += known ? known[1] : bracketed(character)
    at += known ? known[0].length : 1
  }
  return picture
}

const bracketed = (text: string) => text.replace(/[[\]]/g, (bracket) => bracket + bracket)

export const NOW = piece('$millis()', 'time')
export const TODAY = piece(`$toMillis($now("[Y]-[M01]-[D01]T00:00:00.000Z"))`, 'time')

/** A moment made of a text or a number. */
export const momentOf = (from: Piece): Piece => {
  if (from.type === 'time') return from
  if (from.type === 'number') return piece(from.code, 'time')
  const { code } = plainValue(from)
  return piece(
    from.type === 'text' ? `$toMillis(${code})` : `($type(${code}) = "number" ? ${code} : $toMillis(${code}))`,
    'time',
  )
}

const PARTS: Record<string, string> = {
  year: '[Y]',
  month: '[M]',
  day: '[D]',
  hour: '[H]',
  minute: '[m]',
  second: '[s]',
  weekday: '[F1]',
  getFullYear: '[Y]',
  getDate: '[D]',
  getHours: '[H]',
  getMinutes: '[m]',
  getSeconds: '[s]',
}
const part = (of: Piece, picture: string) => piece(`$number($fromMillis(${of.code}, "${picture}"))`, 'number')

/** `moment.year`, `duration.days`; null when it is nothing of a moment. */
export function timeMember(of: Piece, name: string): Piece | null {
  if (of.type === 'duration')
    return MS[name.replace(/s$/, '')] ? piece(`(${of.code} / ${unitMs(name)})`, 'number') : null
  const picture = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
  return picture === undefined ? null : part(of, picture)
}

const STARTS: Record<string, string> = {
  day: '[Y]-[M01]-[D01]T00:00:00.000Z',
  month: '[Y]-[M01]-01T00:00:00.000Z',
  year: '[Y]-01-01T00:00:00.000Z',
  hour: '[Y]-[M01]-[D01]T[H01]:00:00.000Z',
  minute: '[Y]-[M01]-[D01]T[H01]:[m01]:00.000Z',
}
const text = (of: Piece, picture: string) => piece(`$fromMillis(${of.code}, ${JSON.stringify(picture)})`, 'text')

/** A method of a moment. @throws NotTranslated */
export function timeMethod(of: Piece, name: string, args: readonly Script[], emit: (script: Script) => Piece): Piece {
  const [first, second] = args
  switch (name) {
    case 'toISO':
    case 'toISOString':
    case 'toJSON':
    case 'toString':
      return piece(`$fromMillis(${of.code})`, 'text')
    case 'toISODate':
    case 'toSQLDate':
      return text(of, '[Y]-[M01]-[D01]')
    case 'toISOTime':
      return text(of, '[H01]:[m01]:[s01].[f001]Z')
    case 'toFormat':
    case 'format':
      return text(of, pictureOf(required(literalText(first), 'its date format is not a plain text')))
    case 'toMillis':
    case 'getTime':
    case 'valueOf':
      return piece(of.code, 'number')
    case 'toSeconds':
    case 'toUnixInteger':
      return piece(`$floor(${of.code} / 1000)`, 'number')
    case 'toUTC':
    case 'toDateTime':
    case 'toJSDate':
      return of
    case 'plus':
      return piece(`(${of.code} + ${lengthOf(first, second, emit)})`, 'time')
    case 'minus':
      return piece(`(${of.code} - ${lengthOf(first, second, emit)})`, 'time')
    case 'diff':
    case 'diffTo':
      return piece(`(${of.code} - ${momentOf(emit(required(first, 'it compares with nothing'))).code})`, 'duration')
    case 'startOf':
    case 'beginningOf': {
      const picture = STARTS[required(literalText(first), 'its unit is not a plain text')]
      return piece(
        `$toMillis($fromMillis(${of.code}, "${required(picture, 'it begins at a unit that is not known')}"))`,
        'time',
      )
    }
    case 'getMonth':
      return piece(`(${part(of, '[M]').code} - 1)`, 'number')
    case 'getDay':
      return piece(`(${part(of, '[F1]').code} % 7)`, 'number')
    default: {
      const picture = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
      if (picture !== undefined) return part(of, picture)
      throw new NotTranslated(`“${name.slice(0, 40)}” of a date is not known here`)
    }
  }
}

function required<T>(found: T | null | undefined, otherwise: string): T {
  if (found === null || found === undefined) throw new NotTranslated(otherwise)
  return found
}

/** `{days: 7}`, or `7, 'days'`: in milliseconds. */
function lengthOf(first: Script | undefined, second: Script | undefined, emit: (script: Script) => Piece): string {
  if (first?.kind === 'object') {
    const parts = first.fields.map(({ name, value }) => times(emit(value).code, literalNumber(value), unitMs(name)))
    if (parts.length === 1 && parts[0] !== undefined) return parts[0]
    if (parts.length > 1) return `(${parts.join(' + ')})`
  } else if (first) {
    const unit = second === undefined ? 'millisecond' : literalText(second)
    return times(emit(first).code, literalNumber(first), unitMs(required(unit, 'its unit is not a plain text')))
  }
  throw new NotTranslated('it adds a length of time that is not simple')
}

const times = (code: string, number: number | null, unit: number): string =>
  number === null ? `(${code} * ${unit})` : String(number * unit)
