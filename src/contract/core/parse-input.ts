/** Input against a zod schema: refusals are sentences that name every field by its dotted path. */
import { z } from 'zod'
import type { Problem } from './envelope.ts'
import { type FieldSchema, type Flaw, fieldSchema, problemText } from './problem-texts.ts'

const MOST_PROBLEMS = 20

/** Stands for every text that zod would write itself, so that what a schema says in its own words can be told apart. */
const NO_TEXT = '\u0000'
/** Schemas of any JSON check by a function, whose text says no more than zod's. */
const GENERIC: readonly string[] = [NO_TEXT, 'Expected JSON', 'Expected a JSON object']

interface Leaf {
  path: PropertyKey[]
  message: string
  unknown: boolean
}

/** A union refuses with the reasons of the member that came furthest. */
function leaves(issue: z.core.$ZodIssue, base: PropertyKey[] = []): Leaf[] {
  const path = [...base, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // Not spread: there may be as many problems as a body has values.
    const depth = (issues: z.core.$ZodIssue[]) => issues.reduce((most, { path: at }) => Math.max(most, at.length), 0)
    const [best = []] = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)
    if (best.length > 0) return best.slice(0, MOST_PROBLEMS).flatMap((one) => leaves(one, path))
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({ path: [...path, key], message: NO_TEXT, unknown: true }))
  return [{ path, message: issue.message, unknown: false }]
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

const schemas = new WeakMap<z.ZodType, FieldSchema>()

function jsonSchemaOf(schema: z.ZodType): FieldSchema {
  const known = schemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as FieldSchema
  schemas.set(schema, made)
  return made
}

function problemOf(schema: z.ZodType, value: unknown, { path, message, unknown }: Leaf): Problem {
  const field = path.map(String).join('.').slice(0, 200).toWellFormed()
  const named = field === '' ? {} : { field }
  if (!GENERIC.includes(message)) return { message, ...named, code: 'invalid_input' }
  const missing: Flaw = valueAt(value, path) === undefined ? 'missing' : 'wrong'
  const flaw = unknown ? 'unknown' : missing
  const text = problemText(field, flaw, flaw === 'wrong' ? fieldSchema(jsonSchemaOf(schema), path) : null)
  return { message: text, ...named, code: 'invalid_input' }
}

export type ParsedInput<T> = { data: T; problems: null } | { data: null; problems: Problem[] }

/** What the schema makes of a value, or one problem per field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): ParsedInput<z.output<Schema>> {
  const parsed = schema.safeParse(value, { error: () => NO_TEXT })
  if (parsed.success) return { data: parsed.data, problems: null }
  const found = parsed.error.issues
    .slice(0, MOST_PROBLEMS)
    .flatMap((issue) => leaves(issue))
    .slice(0, MOST_PROBLEMS)
  return { data: null, problems: found.map((leaf) => problemOf(schema, value, leaf)) }
}
