/**
 * Changes of RFC 7644 §3.5.2, as directories send them: Okta without a path, Entra ID with capital operations, dotted names in a value
 * without a path, members to remove in the value, and an address added to a list that has none of its kind yet. Names that we know
 * nothing of change nothing: directories send attributes that are of no use here.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'
import { attributeOf, type Filter, matches, readAttribute, readFilter } from './filter.ts'
import { ScimError } from './scim-error.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const MOST_OPERATIONS = 1000
const MOST_PATH_CHARS = 500

const LISTS = ['emails', 'members']
/** Ours to give. Okta sends an id along where it changes a name. */
const READ_ONLY = ['id', 'meta', 'schemas', 'groups']

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name.toLowerCase())

interface Target {
  name: string
  sub: string | null
  filter: Filter | null
}

const PATH = /^([^[\]]+)\[(.+)\](?:\.([A-Za-z$][\w$-]*))?$/s

/** @throws ScimError invalidPath, invalidFilter */
function readPath(path: string): Target {
  const invalid = new ScimError(400, 'invalidPath', 'A path of the change can’t be read.')
  if (path.length > MOST_PATH_CHARS) throw invalid
  const [, list, inner, rest] = PATH.exec(path.trim()) ?? []
  const parts = readAttribute((list ?? path).trim())
  const [name, sub = null] = parts ?? []
  if (name === undefined) throw invalid
  if (inner === undefined) return { name, sub, filter: null }
  if (sub !== null) throw invalid
  return { name, sub: rest ?? null, filter: readFilter(inner) }
}

/** The key as it is written in the object already, or as it came. */
const keyIn = (object: JsonObject, name: string): string =>
  Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name

const set = (object: JsonObject, name: string, value: Json): void => {
  object[keyIn(object, name)] = value
}

/** What an element has to be for a filter of equalities to be true of it. */
function describedBy(filter: Filter): JsonObject {
  if (filter.type === 'and') return Object.assign({}, ...filter.parts.map(describedBy))
  if (filter.type !== 'compare' || filter.operator !== 'eq' || filter.path.length !== 1) return {}
  return { [filter.path[0] ?? '']: filter.value }
}

const idIn = (one: Json): Json | undefined => (isObject(one) ? (attributeOf(one, 'value') as Json) : one)

/** Each value once, the later one for the earlier. */
function merged(before: readonly Json[], added: readonly Json[]): Json[] {
  const byValue = new Map<unknown, Json>()
  for (const one of [...before, ...added]) {
    const value = idIn(one)
    byValue.set(value ?? one, one)
  }
  return [...byValue.values()]
}

function changeElements(resource: JsonObject, { name, sub, filter }: Target, op: string, value: Json | undefined) {
  if (filter === null) return
  const list = listOrEmpty(attributeOf(resource, name) as Json | undefined)
  const isMeant = (one: Json): boolean => isObject(one) && matches(filter, one, name)
  if (op === 'remove') {
    if (sub === null)
      return set(
        resource,
        name,
        list.filter((one) => !isMeant(one)),
      )
    for (const one of list) if (isObject(one) && isMeant(one)) delete one[keyIn(one, sub)]
    return
  }
  const meant = list.filter(isMeant)
  if (meant.length === 0) {
    const made = describedBy(filter)
    list.push(made)
    meant.push(made)
    set(resource, name, list)
  }
  for (const one of meant) {
    if (!isObject(one)) continue
    if (sub !== null) set(one, sub, value ?? null)
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) set(one, key, part)
    else throw new ScimError(400, 'invalidValue', 'An element of a list is changed with an object.')
  }
}

function changeList(resource: JsonObject, { name, sub }: Target, op: string, value: Json | undefined) {
  const before = listOrEmpty(attributeOf(resource, name) as Json | undefined)
  if (sub !== null) return changeElements(resource, { name, sub, filter: { type: 'and', parts: [] } }, op, value)
  const given = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  if (op === 'add') return set(resource, name, merged(before, given))
  if (op === 'replace') return set(resource, name, merged([], given))
  // Entra ID names whom to remove in the value; without one the whole list is meant (RFC 7644 §3.5.2.2).
  const gone = new Set(given.map(idIn))
  set(resource, name, value === undefined ? [] : before.filter((one) => !gone.has(idIn(one))))
}

function changeValue(resource: JsonObject, { name, sub }: Target, op: string, value: Json | undefined) {
  const before = attributeOf(resource, name)
  if (sub !== null) {
    const within = isObject(before) ? before : {}
    if (op === 'remove') delete within[keyIn(within, sub)]
    else set(within, sub, value ?? null)
    return set(resource, name, within)
  }
  if (op === 'remove') delete resource[keyIn(resource, name)]
  else if (isObject(before) && isObject(value)) for (const [key, part] of Object.entries(value)) set(before, key, part)
  else set(resource, name, value ?? null)
}

function change(resource: JsonObject, path: string, op: string, value: Json | undefined): void {
  const target = readPath(path)
  if (/^urn:/i.test(target.name)) return
  if (isOneOf(READ_ONLY, target.name))
    throw new ScimError(400, 'mutability', `${target.name.slice(0, 40)} can’t be changed.`)
  if (target.filter !== null) changeElements(resource, target, op, value)
  else if (isOneOf(LISTS, target.name)) changeList(resource, target, op, value)
  else changeValue(resource, target, op, value)
}

const invalidSyntax = (detail: string) => new ScimError(400, 'invalidSyntax', detail)

function changeOnce(resource: JsonObject, operation: Json) {
  if (!isObject(operation)) throw invalidSyntax('An operation is an object.')
  const [given, path, value] = ['op', 'path', 'value'].map((name) => attributeOf(operation, name) as Json | undefined)
  const op = typeof given === 'string' ? given.toLowerCase() : ''
  if (!['add', 'remove', 'replace'].includes(op)) throw invalidSyntax('An operation is add, remove or replace.')
  if (typeof path === 'string' && path.trim() !== '') return change(resource, path, op, value)
  if (path !== undefined && path !== null && path !== '')
    throw new ScimError(400, 'invalidPath', 'A path of the change can’t be read.')
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'What is removed needs a path.')
  if (!isObject(value))
    throw new ScimError(400, 'invalidValue', 'Without a path, the value is an object of attributes.')
  for (const [key, part] of Object.entries(value)) if (!isOneOf(READ_ONLY, key)) change(resource, key, op, part)
}

/**
 * @param resource as it is presented; it stays as it is
 * @returns it as it would be, with attributes that may be none of ours
 * @throws ScimError invalidSyntax, invalidPath, invalidFilter, invalidValue, noTarget, mutability
 */
export function patched(resource: JsonObject, body: unknown): JsonObject {
  if (!isObject(body)) throw invalidSyntax('A change is an object with Operations.')
  const schemas = listOrEmpty(attributeOf(body, 'schemas') as Json | undefined)
  if (!schemas.includes(PATCH_SCHEMA)) throw invalidSyntax(`A change names the schema ${PATCH_SCHEMA}.`)
  const operations = attributeOf(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0) throw invalidSyntax('A change has Operations.')
  if (operations.length > MOST_OPERATIONS)
    throw new ScimError(413, null, `A change can have up to ${MOST_OPERATIONS} operations.`)
  const after = structuredClone(resource)
  for (const operation of operations) changeOnce(after, operation)
  return after
}
