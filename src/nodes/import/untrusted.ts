/**
 * The door for files from elsewhere: text or a parsed value, looked at without recursion before anything else touches it.
 * Nothing of it is ever run.
 */
import type { Json } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'

export const IMPORT_LIMITS = {
  bytes: 5_000_000,
  depth: 60,
  values: 500_000,
  steps: 1000,
  /** That one file of n8n becomes. */
  workflows: 10,
  /** Characters of all workflows that one file becomes, with what is reported of them. */
  made: 4_000_000,
  /** Processor time for reading one file, in ms. */
  cpu_ms: 5_000,
} as const

export const IMPORT_ERRORS = [
  'not_json',
  'too_large',
  'too_deep',
  'circular',
  'reserved_key',
  'bad_text',
  'not_a_workflow',
  'bad_bundle',
  'hash_mismatch',
  'format_too_new',
  'too_many_nodes',
  'too_many_edges',
  'too_many_notes',
  'too_many_groups',
  'too_many_members',
  'too_many_expressions',
  'too_complex',
  'bad_document',
] as const
export type ImportErrorCode = (typeof IMPORT_ERRORS)[number]

/** Why a file cannot be imported; the message is for the person who brought it. */
export class ImportError extends Error {
  readonly code: ImportErrorCode
  readonly field: string | null
  constructor(code: ImportErrorCode, message: string, field: string | null = null) {
    super(message)
    this.name = 'ImportError'
    this.code = code
    this.field = field
  }
}

/**
 * The JSON of a text, or a value that is JSON already.
 * @throws ImportError `not_json`, `too_large`, `too_deep`, `circular`, `reserved_key`, `bad_text`
 */
export function readUntrusted(source: unknown): Json {
  if (typeof source !== 'string') return checked(source)
  if (source.length > IMPORT_LIMITS.bytes) throw tooLarge()
  try {
    return checked(JSON.parse(source.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError('not_json', 'This isn’t valid JSON. Paste the whole exported file.')
  }
}

const tooLarge = () =>
  new ImportError(
    'too_large',
    `A file to import can have at most ${IMPORT_LIMITS.bytes / 1_000_000} million characters`,
  )

function checked(root: unknown): Json {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  let size = 0
  let values = 0
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next
    if (++values > IMPORT_LIMITS.values) throw tooLarge()
    if (typeof value === 'string') size += stored(value)
    else if (typeof value === 'object' && value !== null) {
      if (depth >= IMPORT_LIMITS.depth) throw deepOrCircular(root)
      for (const [key, part] of Object.entries(value)) {
        if ((RESERVED_KEYS as readonly string[]).includes(key))
          throw new ImportError('reserved_key', `The key “${key}” is reserved and can’t be imported`, key)
        size += stored(key)
        // A key without a value is left out on the wire.
        if (part !== undefined) stack.push({ value: part, depth: depth + 1 })
      }
    } else if (typeof value === 'number' ? !Number.isFinite(value) : value !== null && typeof value !== 'boolean')
      throw new ImportError('not_json', 'The file contains invalid JSON')
    if (size > IMPORT_LIMITS.bytes) throw tooLarge()
  }
  return root as Json
}

/** The length of a text that can be kept. */
function stored(text: string): number {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new ImportError('bad_text', 'The file contains a NUL character or half a character, which can’t be stored')
  return text.length
}

function deepOrCircular(root: unknown): ImportError {
  try {
    JSON.stringify(root)
  } catch (error) {
    // A RangeError is the depth again, so deep that writing it down does not end.
    if (error instanceof TypeError) return new ImportError('circular', 'The file contains a circular reference')
  }
  return tooDeep()
}

export const tooDeep = (): ImportError =>
  new ImportError('too_deep', `A file to import can be nested at most ${IMPORT_LIMITS.depth} levels deep`)

/** Own keys only. */
export const readAt = (value: unknown, ...path: (string | number)[]): Json | undefined => {
  let found: unknown = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found as Json | undefined
}

export const readTextAt = (value: unknown, ...path: (string | number)[]): string | undefined => {
  const found = readAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export const listAt = (value: unknown, ...path: (string | number)[]): Json[] => {
  const found = readAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Cutting a text may halve a character of two units; such halves become the sign for "unknown". */
export function toWellFormedJson<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T
  if (Array.isArray(value)) return value.map(toWellFormedJson) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toWellFormed(), toWellFormedJson(part)]),
  ) as T
}
