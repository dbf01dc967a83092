/**
 * Schemas of a document as JSON Schema 2020-12. A shared schema is converted once and then shared by every action that uses it, so that
 * a document with thousands of operations costs what its schemas cost, not what they cost times the operations.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, isReserved, lookUp, note, type OpenApiDocument, own } from './document.ts'
import { isFile, requiredOf, simpleKeywords, typesOf } from './keywords.ts'
import { at, OpenApiError } from './problems.ts'
import { clip, plainText, shortHash } from './words.ts'

/** `input`: without what only the service sets; `output`: without what it never tells. */
export type Side = 'input' | 'output'

/** Schemas within one action: what is beyond is described by its type only. */
const MOST_PARTS: Record<Side, number> = { input: 1_500, output: 400 }
/** Schemas within one shared schema, or within one part of an action. */
const MOST_PARTS_OF_ONE = 4_000

interface Converted {
  schema: Json
  parts: number
  /** Pointers of the shared schemas it refers to. */
  refs: ReadonlySet<string>
}

interface Work {
  side: Side
  refs: Set<string>
  parts: number
}

/** Where uploaded files go in an input: the reference that uploads and other steps hand on. */
export const FILE_SCHEMA = {
  type: 'object',
  properties: { file_id: { type: 'string' } },
  required: ['file_id'],
  'x-file': true,
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const

export class SchemaReader {
  readonly #document: OpenApiDocument
  readonly #shared: Record<Side, Map<string, Converted | OpenApiError>> = { input: new Map(), output: new Map() }
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #most: Record<Side, number>

  constructor(document: OpenApiDocument, most: Record<Side, number> = MOST_PARTS) {
    this.#document = document
    this.#most = most
  }

  /** Returns the schema with references into `$defs`; which ones is added to `refs`. @throws OpenApiError `reference_remote` */
  convert(schema: Json | undefined, pointer: string, side: Side, refs: Set<string>): Json {
    return this.#convert(schema ?? {}, pointer, { side, refs, parts: 0 })
  }

  /**
   * Returns `$defs` for these references and all that they lead to, the nearest first.
   * @throws OpenApiError `reference_remote`
   */
  definitions(refs: ReadonlySet<string>, side: Side): JsonObject | null {
    const definitions: JsonObject = {}
    let parts = 0
    const queue = new Set(refs)
    for (const ref of queue) {
      const shared = this.#sharedSchema(ref, side)
      parts += shared.parts
      if (parts > this.#most[side]) {
        definitions[this.#nameOf(ref)] = outline(shared.schema)
        continue
      }
      definitions[this.#nameOf(ref)] = shared.schema
      for (const inner of shared.refs) queue.add(inner)
    }
    return queue.size > 0 ? definitions : null
  }

  #sharedSchema(ref: string, side: Side): Converted {
    const known = this.#shared[side].get(ref)
    if (known instanceof OpenApiError) throw known
    if (known) return known
    try {
      const { value, pointer } = lookUp(this.#document, ref, '')
      const work: Work = { side, refs: new Set(), parts: 0 }
      const schema = this.#convert(value, pointer, work)
      const converted = { schema, parts: work.parts, refs: work.refs }
      this.#shared[side].set(ref, converted)
      return converted
    } catch (error) {
      if (error instanceof OpenApiError) this.#shared[side].set(ref, error)
      throw error
    }
  }

  /** The last part of the pointer, made one of its kind. */
  #nameOf(ref: string): string {
    const known = this.#names.get(ref)
    if (known) return known
    const last = (ref.split('/').at(-1) ?? '')
      .replace(/%7[bB]|%7[dD]/g, '')
      .replace(/[^A-Za-z0-9_.-]+/g, '_')
      .slice(0, 80)
    const name = last === '' || this.#taken.has(last) || isReserved(last) ? `${last}_${shortHash(ref)}` : last
    this.#names.set(ref, name)
    this.#taken.add(name)
    return name
  }

  #convert(schema: Json, pointer: string, work: Work): Json {
    if (typeof schema === 'boolean') return schema
    if (!isObject(schema) || ++work.parts > MOST_PARTS_OF_ONE) return {}
    if (typeof own(schema, '$ref') === 'string') return this.#reference(schema, pointer, work)
    if (work.side === 'input' && isFile(schema)) return withTexts({ ...FILE_SCHEMA }, schema)
    const result = simpleKeywords(schema)
    this.#properties(result, schema, pointer, work)
    this.#items(result, schema, pointer, work)
    for (const name of LISTS) {
      const list = own(schema, name)
      if (!Array.isArray(list) || list.length === 0) continue
      result[name] = list.map((inner, index) => this.#convert(inner, at(pointer, name, index), work))
    }
    const not = own(schema, 'not')
    if (isObject(not)) result.not = this.#convert(not, at(pointer, 'not'), work)
    return own(schema, 'nullable') === true ? orNull(result) : result
  }

  #reference(schema: JsonObject, pointer: string, work: Work): Json {
    const ref = String(schema.$ref)
    try {
      lookUp(this.#document, ref, pointer)
    } catch (error) {
      if (!(error instanceof OpenApiError) || error.code !== 'reference_missing') throw error
      note(this.#document, error)
      return {}
    }
    work.refs.add(ref)
    const result = withTexts({ $ref: `#/$defs/${this.#nameOf(ref)}` }, schema)
    return own(schema, 'nullable') === true ? { anyOf: [result, { type: 'null' }] } : result
  }

  #properties(result: JsonObject, schema: JsonObject, pointer: string, work: Work): void {
    const properties = own(schema, 'properties')
    const left: Set<string> = new Set()
    if (isObject(properties)) {
      const converted: JsonObject = {}
      for (const [name, inner] of Object.entries(properties)) {
        if (isReserved(name) || this.#isOneSided(inner, at(pointer, 'properties', name), work.side)) left.add(name)
        else converted[name] = this.#convert(inner, at(pointer, 'properties', name), work)
      }
      result.properties = converted
    }
    const required = requiredOf(schema).filter((name) => !left.has(name))
    if (required.length > 0) result.required = required
    const additional = own(schema, 'additionalProperties')
    if (typeof additional === 'boolean') result.additionalProperties = additional
    else if (isObject(additional))
      result.additionalProperties = this.#convert(additional, at(pointer, 'additionalProperties'), work)
    // Names by pattern can't be checked here, so they are let through.
    if (isObject(own(schema, 'patternProperties'))) delete result.additionalProperties
  }

  #items(result: JsonObject, schema: JsonObject, pointer: string, work: Work): void {
    const first = own(schema, 'prefixItems')
    if (Array.isArray(first))
      result.prefixItems = first.map((inner, index) => this.#convert(inner, at(pointer, 'prefixItems', index), work))
    const items = own(schema, 'items')
    if (typeof items === 'boolean') result.items = items
    else if (isObject(items)) result.items = this.#convert(items, at(pointer, 'items'), work)
    else if (Array.isArray(items) && items[0] !== undefined)
      result.prefixItems = items.map((inner, index) => this.#convert(inner, at(pointer, 'items', index), work))
  }

  /** Whether only the service sets it (`input`), or never tells it (`output`). */
  #isOneSided(schema: Json, pointer: string, side: Side): boolean {
    const name = side === 'input' ? 'readOnly' : 'writeOnly'
    if (own(schema, name) === true) return true
    if (typeof own(schema, '$ref') !== 'string') return false
    try {
      return own(follow(this.#document, schema, pointer).value, name) === true
    } catch {
      return false
    }
  }
}

/** With the title and description of another schema, in plain text. */
export function withTexts(result: JsonObject, schema: JsonObject): JsonObject {
  const { title, description } = schema
  if (typeof title === 'string' && title !== '') result.title = clip(plainText(title), 100)
  if (typeof description === 'string' && description !== '') result.description = clip(plainText(description), 600)
  return result
}

/** Types and choices already say null; schemas inside don't. */
function orNull(schema: JsonObject): JsonObject {
  if (schema.type !== undefined) return schema
  for (const name of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[name]) && !schema.allOf)
      return { ...schema, [name]: [...(schema[name] as Json[]), { type: 'null' }] }
  return Array.isArray(schema.allOf) ? { anyOf: [schema, { type: 'null' }] } : schema
}

function outline(schema: Json): Json {
  if (!isObject(schema)) return schema
  const types = typesOf(schema)
  const outlined: JsonObject = types.length > 0 ? { type: types.length === 1 ? (types[0] ?? null) : types } : {}
  if (Array.isArray(schema.enum)) outlined.enum = schema.enum
  return withTexts(outlined, schema)
}
