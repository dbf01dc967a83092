/**
 * Checks values against a person's JSON Schema (draft 2020-12). The library that does it is loaded on first use and fenced:
 * patterns run on RE2, so that time grows with the text only, and the number of checks and of the comparisons inside of them is
 * bounded, because references may multiply.
 */
import type { Schema } from '@cfworker/json-schema'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { LinearRegex } from '#graph/expressions/linear-regex.ts'
import { NodeError } from '#nodes/node.ts'

/** What checking one value may take. */
export interface CheckLimits {
  checks: number
  /** Characters of texts times instructions of the patterns that they are matched with, all together: 5 million take some 60 ms. */
  steps: number
}
/** In a thread of its own. */
export const THREAD_CHECK: CheckLimits = { checks: 200_000, steps: 500_000_000 }
/** In the server's own thread, where all other requests wait meanwhile. */
export const SERVER_CHECK: CheckLimits = { checks: 40_000, steps: 5_000_000 }

/** Of one text. */
const MOST_STEPS = 50_000_000
/** Comparisons of items that count as one check. */
const COMPARISONS_PER_CHECK = 250
/** Choices that count as one check: a value that is none of them is told all of them. */
const CHOICES_PER_CHECK = 25
const MOST_PROBLEMS = 100

export interface SchemaProblem {
  /** Dotted path into the value, empty for the value itself. */
  path: string
  message: string
}

const tooExpensive = () => new NodeError('schema_too_expensive', 'Checking takes too many steps', { field: 'schema' })

const bad = (message: string, cause?: unknown) => new NodeError('bad_schema', message, { field: 'schema', cause })

/**
 * What is wrong with a value; empty when it fits.
 * @throws NodeError `bad_schema` for a schema that cannot be used, `schema_too_expensive`
 */
export async function schemaProblems(schema: JsonObject, value: Json, limits: CheckLimits): Promise<SchemaProblem[]> {
  const { Validator, format } = await import('@cfworker/json-schema')
  const copy = structuredClone(schema) as Schema
  const patterns = new Map<string, LinearRegex>()
  let comparisons = 0
  let checks = 0
  let steps = 0
  const count = (part: Schema) => {
    const compared = part.uniqueItems ? comparisons / COMPARISONS_PER_CHECK : 0
    checks += 1 + compared + (part.enum?.length ?? 0) / CHOICES_PER_CHECK
    if (checks > limits.checks) throw tooExpensive()
    return undefined
  }
  prepare(copy, patterns, count)
  try {
    comparisons = mostComparisons(value)
    // The library's own pattern takes exponential time on a host without a dot.
    format.url = isUrl
    for (const [name, regex] of patterns)
      format[name] = (text: string) => {
        const own = text.length * regex.size
        steps += own
        if (own > MOST_STEPS || steps > limits.steps) throw tooExpensive()
        regex.lastIndex = 0
        return regex.exec(text) !== null
      }
    const { errors } = new Validator(copy, '2020-12', false).validate(value)
    return leaves(errors)
  } catch (error) {
    if (error instanceof NodeError) throw error
    throw bad(`The schema cannot be used: ${error instanceof Error ? error.message : 'unknown reason'}`, error)
  } finally {
    for (const name of patterns.keys()) delete format[name]
  }
}

function isUrl(text: string): boolean {
  if (!/^(?:https?|ftp):\/\//i.test(text)) return false
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}

/** Comparisons that one list of a value takes at most to find out whether its items are unique. */
function mostComparisons(value: Json): number {
  let most = 0
  const sizeOf = (part: Json): number => {
    if (typeof part !== 'object' || part === null) return 1
    const parts = Object.values(part)
    const size = parts.reduce<number>((sum, inner) => sum + sizeOf(inner), 1)
    if (Array.isArray(part)) most = Math.max(most, parts.length * size)
    return size
  }
  sizeOf(value)
  return most
}

/** These hold data, not schemas. */
const DATA = ['enum', 'const', 'default', 'examples']
/** Keys of these are names of a person's choice. */
const NAMED = ['properties', '$defs', 'definitions', 'dependentSchemas']

function prepare(schema: unknown, patterns: Map<string, LinearRegex>, count: (part: Schema) => undefined): void {
  if (Array.isArray(schema)) {
    for (const item of schema) prepare(item, patterns, count)
    return
  }
  if (typeof schema !== 'object' || schema === null) return
  const part = schema as Schema
  if (part.patternProperties !== undefined) throw bad('patternProperties is not supported')
  if (part.format?.startsWith('re2:')) throw bad('Unknown format')
  for (const [key, inner] of Object.entries(part)) {
    if (DATA.includes(key)) continue
    if (NAMED.includes(key) && typeof inner === 'object' && inner !== null) {
      for (const named of Object.values(inner)) prepare(named, patterns, count)
    } else prepare(inner, patterns, count)
  }
  if (typeof part.pattern === 'string') {
    part.allOf = [...(part.allOf ?? []), { format: patternFormat(part.pattern, patterns) }]
    delete part.pattern
  }
  // The library reads this keyword once per check of this schema.
  const unused = ['minContains', 'maxContains', 'dependencies', 'unevaluatedItems'].find((key) => !(key in part))
  if (!unused) throw bad('Too many rare keywords in one schema')
  Object.defineProperty(part, unused, { get: () => count(part), enumerable: false })
}

/** The name under which a pattern is checked as a format. */
function patternFormat(pattern: string, patterns: Map<string, LinearRegex>): string {
  const name = `re2:${pattern}`
  try {
    if (!patterns.has(name)) patterns.set(name, new LinearRegex(new RegExp(pattern, 'u')))
    return name
  } catch (error) {
    throw bad(`The pattern “${pattern.slice(0, 100)}” is not supported`, error)
  }
}

/** The deepest problems: that "properties" failed because "name" failed says nothing new. */
function leaves(errors: readonly { keyword: string; instanceLocation: string; error: string }[]): SchemaProblem[] {
  const wrappers = ['properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref', 'prefixItems', 'additionalProperties']
  const telling = errors.filter(({ keyword }) => !wrappers.includes(keyword))
  const seen = new Set<string>()
  const problems: SchemaProblem[] = []
  for (const { instanceLocation, error } of telling.length > 0 ? telling : errors) {
    if (problems.length === MOST_PROBLEMS) break
    const path = instanceLocation.replace(/^#\/?/, '').split('/').map(decode).join('.')
    const message = error.replace(/^String does not match format "re2:([\s\S]*)"\.$/, 'Does not match the pattern $1')
    const id = `${path}\n${message}`
    if (!seen.has(id)) problems.push({ path, message })
    seen.add(id)
  }
  return problems
}

const decode = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~')
