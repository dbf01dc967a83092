/** n8n's conditions (of If, Filter and Switch, old and new) as JSONata. */

import type { Json } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import type { Piece } from './script/jsonata-piece.ts'
import type { StepReader } from './step-reader.ts'

interface Options {
  ignore_case: boolean
  /** Texts that hold numbers count as numbers. */
  loose: boolean
}

const filled = (code: string) =>
  `($exists(${code}) and ${code} != null and ${code} != "" and ${code} != [] and ${code} != {})`
const there = (code: string) => `($exists(${code}) and ${code} != null)`
const not = (code: string) => `(${code} ? false : true)`

const lower = ({ code, type }: Piece): string =>
  type === 'text' && /^"(?:[^"\\]|\\.)*"$/.test(code)
    ? JSON.stringify((JSON.parse(code) as string).toLowerCase())
    : `$lowercase($string(${code}))`

const moment = ({ code }: Piece) => `($type(${code}) = "number" ? ${code} : $toMillis(${code}))`

type Compare = (left: Piece, right: Piece, kind: string, options: Options) => string | null

/** Both sides as they are compared: numbers and moments as numbers, texts without case where that is asked for. */
function sides(left: Piece, right: Piece, kind: string, { ignore_case, loose }: Options): [string, string] {
  if (kind === 'number') return loose ? [numeric(left), numeric(right)] : [left.code, right.code]
  if (kind === 'dateTime') return [moment(left), moment(right)]
  return ignore_case && kind === 'string' ? [lower(left), lower(right)] : [left.code, right.code]
}

const numeric = (one: Piece): string => {
  const text = /^"(-?\d+(?:\.\d+)?)"$/.exec(one.code)
  if (text?.[1]) return text[1]
  return one.type === 'number' || /^-?[\d.]+$/.test(one.code) ? one.code : `$number(${one.code})`
}

const ordered =
  (sign: string): Compare =>
  (left, right, kind, options) => {
    const [a, b] = sides(left, right, kind, options)
    return `(${a} ${sign} ${b})`
  }
/** The number of items of a list. */
const counted =
  (sign: string): Compare =>
  (left, right) =>
    `($count(${left.code}) ${sign} ${numeric(right)})`

const equals: Compare = (left, right, kind, options) => {
  const [a, b] = sides(left, right, kind, options)
  return `(${a} = ${kind === 'boolean' ? b.replace(/^"(true|false)"$/, '$1') : b})`
}
const contains: Compare = (left, right, kind, options) => {
  const [a, b] = sides(left, right, kind, options)
  return kind === 'array' ? `(${b} in ${a})` : `$contains($string(${a}), ${b})`
}
const begins: Compare = (left, right, kind, options) => {
  const [a, b] = sides(left, right, kind, options)
  return `($substring($string(${a}), 0, $length(${b})) = ${b})`
}
const ends: Compare = (left, right, kind, options) => {
  const [a, b] = sides(left, right, kind, options)
  return `($substring($string(${a}), -$length(${b})) = ${b})`
}
const matches: Compare = (left, right) => {
  const pattern = patternOf(right)
  return pattern === null ? null : `$contains($string(${left.code}), ${pattern})`
}
const opposite =
  (of: Compare): Compare =>
  (...given) => {
    const made = of(...given)
    return made === null ? null : not(made)
  }

const OPERATIONS: ReadonlyMap<string, Compare> = new Map(
  Object.entries({
    equals,
    equal: equals,
    is: equals,
    notEquals: ordered('!='),
    notEqual: ordered('!='),
    contains,
    notContains: opposite(contains),
    startsWith: begins,
    notStartsWith: opposite(begins),
    endsWith: ends,
    notEndsWith: opposite(ends),
    regex: matches,
    notRegex: opposite(matches),
    gt: ordered('>'),
    larger: ordered('>'),
    after: ordered('>'),
    gte: ordered('>='),
    largerEqual: ordered('>='),
    afterOrEquals: ordered('>='),
    lt: ordered('<'),
    smaller: ordered('<'),
    before: ordered('<'),
    lte: ordered('<='),
    smallerEqual: ordered('<='),
    beforeOrEquals: ordered('<='),
    lengthGt: counted('>'),
    lengthGte: counted('>='),
    lengthLt: counted('<'),
    lengthLte: counted('<='),
    lengthEquals: counted('='),
    lengthNotEquals: counted('!='),
    exists: (left) => there(left.code),
    notExists: (left) => not(there(left.code)),
    empty: (left) => not(filled(left.code)),
    isEmpty: (left) => not(filled(left.code)),
    notEmpty: (left) => filled(left.code),
    isNotEmpty: (left) => filled(left.code),
    true: (left) => `(${left.code} = true)`,
    false: (left) => `(${left.code} = false)`,
  } satisfies Record<string, Compare>),
)

/** Only a pattern that stands there as it is. */
function patternOf({ code }: Piece): string | null {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(code)) return null
  const text = JSON.parse(code) as string
  const slashed = /^\/(.+)\/([a-z]*)$/s.exec(text)
  const [source, flags] = slashed
    ? [slashed[1] ?? '', (slashed[2] ?? '').replace(/[^im]/g, '')]
    : [text.replaceAll('/', '\\/'), '']
  return source === '' || source.includes('\n') ? null : `/${source}/${flags}`
}

const UNARY = ['exists', 'notExists', 'empty', 'notEmpty', 'isEmpty', 'isNotEmpty', 'true', 'false']

/**
 * One condition for all of them, `true` when there is none.
 * @param raw what stands under `conditions`
 */
export function conditionOf(
  reader: StepReader,
  raw: Json | undefined,
  field: string,
  per_item = false,
  combine?: string,
): string {
  const list = listAt(raw, 'conditions')
  const options: Options = {
    ignore_case:
      readAt(raw, 'options', 'caseSensitive') === false ||
      readAt(reader.step.parameters, 'options', 'ignoreCase') === true,
    loose: list.length === 0 || readAt(raw, 'options', 'typeValidation') === 'loose',
  }
  const parts: string[] = []
  const add = (kind: string, operation: string, left: Json | undefined, right: Json | undefined, place: string) => {
    const a = reader.expression(left, `${place}.left`, per_item)
    const b = UNARY.includes(operation)
      ? { code: 'null', type: 'any' as const }
      : reader.expression(right, `${place}.right`, per_item)
    const made = OPERATIONS.get(operation)?.(a, b, kind, options) ?? null
    if (made === null)
      reader.warn(
        'setting',
        place,
        `The comparison “${operation.slice(0, 40)}” has no counterpart here: write the condition again`,
      )
    parts.push(made ?? `$error("Not translated from n8n: ${operation.replace(/[^\w ]/g, '').slice(0, 40)}")`)
  }
  for (const [index, one] of list.entries()) {
    const operator = readAt(one, 'operator')
    const operation = readTextAt(operator, 'operation') ?? (typeof operator === 'string' ? operator : 'equals')
    add(
      readTextAt(operator, 'type') ?? 'string',
      operation,
      readAt(one, 'leftValue'),
      readAt(one, 'rightValue'),
      `${field}.${index}`,
    )
  }
  if (list.length === 0 && isObject(raw)) {
    for (const kind of ['string', 'number', 'boolean', 'dateTime']) {
      for (const [index, one] of listAt(raw, kind).entries()) {
        const operation =
          readTextAt(one, 'operation') ?? (kind === 'number' ? 'smaller' : kind === 'dateTime' ? 'after' : 'equal')
        const right = readAt(one, 'value2') ?? (kind === 'boolean' ? false : '')
        add(kind, operation, readAt(one, 'value1'), right, `${field}.${kind}.${index}`)
      }
    }
  }
  const any = readTextAt(raw, 'combinator') === 'or' || combine === 'any' || combine === 'OR'
  if (parts.length === 0) return 'true'
  return parts.length === 1 ? (parts[0] ?? 'true') : `(${parts.join(any ? ' or ' : ' and ')})`
}

/** A single comparison, as the old Switch has them. */
export function comparisonOf(
  reader: StepReader,
  kind: string,
  operation: string,
  left: Json | undefined,
  right: Json | undefined,
  field: string,
): string {
  const raw: Json = { [kind]: [{ value1: left ?? null, value2: right ?? null, operation }] }
  return conditionOf(reader, raw, field)
}
