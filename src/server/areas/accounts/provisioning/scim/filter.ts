/**
 * Filters of RFC 7644 §3.4.2.2: read into a tree and asked of a resource as it is presented, so that nothing of them reaches the
 * database. Reading takes time in proportion to their length.
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { ScimError } from './scim-error.ts'

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const
type Operator = (typeof OPERATORS)[number]
type Literal = string | number | boolean | null

export type Filter =
  | { type: 'and'; parts: Filter[] }
  | { type: 'or'; parts: Filter[] }
  | { type: 'not'; part: Filter }
  | { type: 'compare'; path: string[]; operator: Operator; value: Literal }
  /** An element of a list for which all of the inner filter is true. */
  | { type: 'element'; path: string[]; inner: Filter; rest: Comparison | null }

type Comparison = Omit<Extract<Filter, { type: 'compare' }>, 'type' | 'path'> & { path: string[] }

export const MOST_FILTER_CHARS = 1000

const TOKEN =
  /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?![\w.]))|([A-Za-z$][\w$:.-]*)|(\.[A-Za-z$][\w$-]*))/y
const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i
const NAME = /^[A-Za-z$][\w$-]*$/

const wrong = (): ScimError => new ScimError(400, 'invalidFilter', 'The filter can’t be read.')

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  const given = text.trim()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < given.length) {
    const found = TOKEN.exec(given)
    if (found === null) throw wrong()
    tokens.push(found[0].trim())
  }
  return tokens
}

/** The parts of an attribute path, without the name of our own schemas. @returns null where it is none */
export function readAttribute(text: string): string[] | null {
  const own = text.replace(URN, '')
  if (/^urn:/i.test(own)) return [own]
  const parts = own.split('.')
  return parts.length <= 2 && parts.every((part) => NAME.test(part)) ? parts : null
}

function literalOf(token: string | undefined): Literal {
  if (token === undefined) throw wrong()
  if (token.startsWith('"'))
    try {
      return JSON.parse(token) as string
    } catch {
      throw wrong()
    }
  const word = token.toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  if (/^-?\d/.test(token)) return Number(token)
  throw wrong()
}

class Reader {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  #isNext(word: string): boolean {
    return this.#peek()?.toLowerCase() === word
  }

  #take(word: string): void {
    if (!this.#isNext(word)) throw wrong()
    this.#at++
  }

  whole(): Filter {
    const filter = this.#either()
    if (this.#peek() !== undefined) throw wrong()
    return filter
  }

  #either(): Filter {
    const parts = [this.#both()]
    while (this.#isNext('or')) {
      this.#at++
      parts.push(this.#both())
    }
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'or', parts }
  }

  #both(): Filter {
    const parts = [this.#one()]
    while (this.#isNext('and')) {
      this.#at++
      parts.push(this.#one())
    }
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'and', parts }
  }

  #one(): Filter {
    if (this.#isNext('not')) {
      this.#at++
      this.#take('(')
      const part = this.#either()
      this.#take(')')
      return { type: 'not', part }
    }
    if (this.#isNext('(')) {
      this.#at++
      const inner = this.#either()
      this.#take(')')
      return inner
    }
    return this.#attribute()
  }

  #attribute(): Filter {
    const path = readAttribute(this.#tokens[this.#at++] ?? '')
    if (path === null) throw wrong()
    if (!this.#isNext('[')) return { type: 'compare', ...this.#comparison(path) }
    this.#at++
    const inner = this.#either()
    this.#take(']')
    const next = this.#peek()
    // `emails[type eq "work"].value eq "x"`, and without the name, which Entra ID's documentation has: the value is meant.
    if (next?.startsWith('.')) {
      this.#at++
      return { type: 'element', path, inner, rest: this.#comparison([next.slice(1)]) }
    }
    const isCompared = OPERATORS.some((one) => one === next?.toLowerCase())
    return { type: 'element', path, inner, rest: isCompared ? this.#comparison(['value']) : null }
  }

  #comparison(path: string[]): Comparison {
    const word = this.#tokens[this.#at++]?.toLowerCase()
    const operator = OPERATORS.find((one) => one === word)
    if (operator === undefined) throw wrong()
    return { path, operator, value: operator === 'pr' ? null : literalOf(this.#tokens[this.#at++]) }
  }
}

/** @throws ScimError invalidFilter */
export function readFilter(text: string): Filter {
  if (text.length > MOST_FILTER_CHARS)
    throw new ScimError(400, 'invalidFilter', `A filter can have up to ${MOST_FILTER_CHARS} characters.`)
  return new Reader(text).whole()
}

/** The value of a name, in whatever case it is written (RFC 7643 §2.1). */
export function attributeOf(resource: JsonObject, name: string): unknown {
  const wanted = name.toLowerCase()
  const key = Object.keys(resource).find((one) => one.toLowerCase() === wanted)
  return key === undefined ? undefined : resource[key]
}

/** All values at a path; of a list of complex values without a further name, what each holds as its `value`. */
function valuesAt(resource: JsonObject, [name = '', sub]: readonly string[]): unknown[] {
  const found = attributeOf(resource, name)
  const list = Array.isArray(found) ? found : [found]
  return list.flatMap((one) => {
    if (!isObject(one)) return sub === undefined ? [one] : []
    return [attributeOf(one, sub ?? 'value')]
  })
}

/** Compared letter by letter; every other text is compared in any case. */
const EXACT = new Set(['id', 'externalid', 'members', 'groups'])

function isOrdered(operator: Operator, a: string | number, b: string | number): boolean {
  if (operator === 'gt') return a > b
  if (operator === 'ge') return a >= b
  if (operator === 'lt') return a < b
  return a <= b
}

function compareTexts(operator: Operator, a: string, b: string): boolean {
  if (operator === 'eq') return a === b
  if (operator === 'co') return a.includes(b)
  if (operator === 'sw') return a.startsWith(b)
  if (operator === 'ew') return a.endsWith(b)
  return isOrdered(operator, a, b)
}

function compare(operator: Operator, found: unknown, value: Literal, isExact: boolean): boolean {
  if (value === null) return operator === 'eq' && (found ?? null) === null
  if (typeof found === 'boolean') return operator === 'eq' && String(found) === String(value).toLowerCase()
  if (typeof found === 'string' && typeof value === 'string')
    return isExact
      ? compareTexts(operator, found, value)
      : compareTexts(operator, found.toLowerCase(), value.toLowerCase())
  if (typeof found === 'number' && typeof value === 'number')
    return operator === 'eq' ? found === value : isOrdered(operator, found, value)
  return false
}

function matchesComparison({ path, operator, value }: Comparison, resource: JsonObject, list: string): boolean {
  const values = valuesAt(resource, path)
  if (operator === 'pr') return values.some((one) => one !== undefined && one !== null && one !== '')
  const isExact = EXACT.has((list || path[0] || '').toLowerCase())
  if (operator === 'ne') return !values.some((one) => compare('eq', one, value, isExact))
  return values.some((one) => compare(operator, one, value, isExact))
}

/** @param list the list that the resource is an element of; '' for a whole resource */
export function matches(filter: Filter, resource: JsonObject, list = ''): boolean {
  if (filter.type === 'and') return filter.parts.every((part) => matches(part, resource, list))
  if (filter.type === 'or') return filter.parts.some((part) => matches(part, resource, list))
  if (filter.type === 'not') return !matches(filter.part, resource, list)
  if (filter.type === 'compare') return matchesComparison(filter, resource, list)
  const [name = ''] = filter.path
  const elements = attributeOf(resource, name)
  if (!Array.isArray(elements)) return false
  return elements.some(
    (one) =>
      isObject(one) &&
      matches(filter.inner, one, name) &&
      (filter.rest === null || matchesComparison(filter.rest, one, name)),
  )
}
