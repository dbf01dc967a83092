/**
 * The library functions of the synchronous path, for arguments of the expected types and nothing left out. Everything else
 * (context arguments, wrong types, long texts) bails out to the interpreter.
 */
import { append, BAIL, isNumber, toBoolean, toText, unwrap } from './fast-values.ts'

export interface FastFunction {
  /** Fewest and most arguments. */
  readonly arity: readonly [number, number]
  run(a: unknown, b: unknown, c: unknown): unknown
}

/** Characters of a text that the synchronous path works on. */
export const LONGEST_TEXT = 200_000
/** A text that nearly holds another is compared with it at each of its characters. */
const MOST_COMPARISONS = 10_000_000

function string(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) throw BAIL
  return value
}
function searchable(value: unknown, part: string): string {
  const whole = string(value)
  if (whole.length * part.length > MOST_COMPARISONS) throw BAIL
  return whole
}
function number(value: unknown): number {
  if (!isNumber(value)) throw BAIL
  return value
}
/** A list as an array parameter takes it: a single value stands for a list of it. */
function list<T>(value: unknown, of: (item: unknown) => T): T[] {
  const items = Array.isArray(value) ? value : [value]
  if (items.length > 10_000) throw BAIL
  for (const item of items) of(item)
  return items as T[]
}

/** One string in, undefined passes through. */
const onString = (run: (value: string) => unknown): FastFunction => ({
  arity: [1, 1],
  run: (value) => (value === undefined ? undefined : run(string(value))),
})
const onNumber = (run: (value: number) => unknown): FastFunction => ({
  arity: [1, 1],
  run: (value) => (value === undefined ? undefined : run(number(value))),
})
const onNumbers = (run: (values: number[]) => number | undefined): FastFunction => ({
  arity: [1, 1],
  run: (value) => {
    if (value === undefined) return undefined
    const result = run(list(value, number))
    if (result !== undefined && !Number.isFinite(result)) throw BAIL
    return result
  },
})
const onAny = (run: (value: unknown) => unknown): FastFunction => ({ arity: [1, 1], run })

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const countCharacters = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

const trim = (value: string): string => {
  const spaced = value.replace(/[ \t\n\r]+/g, ' ')
  const from = spaced.startsWith(' ') ? 1 : 0
  return spaced.slice(from, spaced.length > from && spaced.endsWith(' ') ? -1 : undefined)
}

// The other arguments are checked first: the library checks all of them before it looks at the text.
function substring(value: unknown, start: unknown, length: unknown): string | undefined {
  number(start)
  if (length !== undefined) number(length)
  if (value === undefined) return undefined
  const characters = [...string(value)]
  const from = characters.length + number(start) < 0 ? 0 : number(start)
  if (length === undefined) return characters.slice(from).join('')
  const count = number(length)
  if (count <= 0) return ''
  return characters.slice(from, from >= 0 ? from + count : characters.length + from + count).join('')
}

function cut(value: unknown, token: unknown, take: (at: number, size: number, whole: string) => string) {
  const part = string(token)
  if (value === undefined) return undefined
  const whole = searchable(value, part)
  const at = whole.indexOf(part)
  return at < 0 ? whole : take(at, part.length, whole)
}

const NUMERAL = /^-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?$/

function toNumber(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return number(value)
  if (typeof value !== 'string' || value.length > 400 || !NUMERAL.test(value)) throw BAIL
  return number(Number.parseFloat(value))
}

function keys(value: unknown): unknown {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) throw BAIL
  return typeof value === 'object' ? unwrap(Object.keys(value)) : undefined
}

function joinUp(value: unknown, separator: unknown): string | undefined {
  const between = separator === undefined ? '' : string(separator)
  return value === undefined ? undefined : joined(list(value, string), between)
}

function joined(parts: readonly string[], between: string): string {
  let length = parts.length * between.length
  for (const part of parts) length += part.length
  if (length > LONGEST_TEXT) throw BAIL
  return parts.join(between)
}

function contains(value: unknown, token: unknown): boolean | undefined {
  const part = string(token)
  return value === undefined ? undefined : searchable(value, part).includes(part)
}

function split(value: unknown, separator: unknown): string[] | undefined {
  const between = string(separator)
  return value === undefined ? undefined : searchable(value, between).split(between)
}

export const FAST_FUNCTIONS: ReadonlyMap<string, FastFunction> = new Map(
  Object.entries({
    string: onAny(toText),
    boolean: onAny(toBoolean),
    not: onAny((value) => (value === undefined ? undefined : !toBoolean(value))),
    exists: onAny((value) => value !== undefined),
    keys: onAny(keys),
    number: onAny(toNumber),
    count: onAny((value) => (value === undefined ? 0 : Array.isArray(value) ? value.length : 1)),
    append: { arity: [2, 2], run: append },
    length: onString(countCharacters),
    trim: onString(trim),
    lowercase: onString((value) => value.toLowerCase()),
    uppercase: onString((value) => value.toUpperCase()),
    substring: { arity: [2, 3], run: substring },
    substringBefore: { arity: [2, 2], run: (a, b) => cut(a, b, (at, _size, whole) => whole.slice(0, at)) },
    substringAfter: { arity: [2, 2], run: (a, b) => cut(a, b, (at, size, whole) => whole.slice(at + size)) },
    contains: { arity: [2, 2], run: contains },
    split: { arity: [2, 2], run: split },
    join: { arity: [1, 2], run: joinUp },
    abs: onNumber(Math.abs),
    floor: onNumber(Math.floor),
    ceil: onNumber(Math.ceil),
    sum: onNumbers(sum),
    average: onNumbers((values) => (values.length === 0 ? undefined : sum(values) / values.length)),
    max: onNumbers((values) => (values.length === 0 ? undefined : Math.max(...values))),
    min: onNumbers((values) => (values.length === 0 ? undefined : Math.min(...values))),
  } satisfies Record<string, FastFunction>),
)
