/** Any read that answers with a list can be watched: a trigger that is made of the action. */
import type { Action, ServiceTrigger } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

/** In front of the action's id in the id of the trigger. */
const WATCH = 'watch.'

/** Names of what usually makes an item the same one, the best first. */
const IDENTITIES = ['id', 'gid', 'uid', 'uuid', 'uri', 'key', 'sid', 'number', 'name', 'email', 'url', 'created_at']
const MOST_IDENTITIES = 40

/** The id of the action that a trigger watches; null for a trigger of the app's own. */
export const watchedAction = (trigger: string): string | null =>
  trigger.startsWith(WATCH) ? trigger.slice(WATCH.length) : null

export const watchId = (action: string): string => `${WATCH}${action}`

const escaped = (name: string): string => `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`

const resolved = (schema: Json | undefined, root: JsonObject): JsonObject => {
  let found = isObject(schema) ? schema : {}
  for (let depth = 0; depth < 5 && typeof found.$ref === 'string'; depth++) {
    const [, name = ''] = /^#\/\$defs\/(.+)$/.exec(found.$ref) ?? []
    const defs = isObject(root.$defs) ? root.$defs : {}
    const next = Object.hasOwn(defs, name) ? defs[name] : undefined
    if (!isObject(next)) return {}
    found = next
  }
  return found
}

const isList = (schema: JsonObject): boolean =>
  schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'))

interface FoundList {
  items: string
  names: string[]
}

function namesOf(item: JsonObject, sample: Json | undefined): string[] {
  const declared = isObject(item.properties) ? Object.keys(item.properties) : []
  return [...new Set([...declared, ...(isObject(sample) ? Object.keys(sample) : [])])]
}

const firstOf = (value: Json | undefined): Json | undefined => (Array.isArray(value) ? value[0] : undefined)

/** The list in an answer: where its pages have one, otherwise the only one that there is. */
function listOf({ call, output, sample }: Action): FoundList | null {
  const root = output ?? {}
  const top = resolved(root, root)
  const byPages = call.type === 'http' ? call.pagination?.items : undefined
  const properties = isObject(top.properties) ? top.properties : {}
  const lists = new Map<string, JsonObject>()
  if (isList(top) || Array.isArray(sample)) lists.set('', top)
  else {
    for (const [name, schema] of Object.entries(properties)) {
      const inner = resolved(schema, root)
      if (isList(inner)) lists.set(escaped(name), inner)
    }
    if (isObject(sample))
      for (const [name, value] of Object.entries(sample))
        if (Array.isArray(value) && !lists.has(escaped(name))) lists.set(escaped(name), {})
  }
  const at = byPages ?? (lists.size === 1 ? [...lists.keys()][0] : undefined)
  if (at === undefined) return null
  const name = at.slice(1).replace(/~1/g, '/').replace(/~0/g, '~')
  const example = at === '' ? sample : isObject(sample) ? sample[name] : undefined
  return { items: at, names: namesOf(resolved(lists.get(at)?.items, root), firstOf(example)) }
}

/** What may identify an item, as pointers, the likeliest first. */
function identitiesOf(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const at = IDENTITIES.indexOf(name.toLowerCase())
    return at >= 0 ? at : /(?:^|_)id$|[a-z]Id$/.test(name) ? IDENTITIES.length : IDENTITIES.length + 1
  }
  return [...names]
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_IDENTITIES)
    .map(escaped)
}

export interface Watched {
  trigger: ServiceTrigger & { kind: 'polling' }
  /** Pointers that may identify an item, the likeliest first. */
  identities: string[]
}

/** The input without what asks for another page: every page is read anyway. */
function inputOf({ input, call }: Action): JsonObject {
  const pages = call.type === 'http' ? call.pagination : undefined
  const key = pages && 'key' in pages ? pages.key : null
  if (key === null || !isObject(input.properties)) return input
  const { [key]: _, ...properties } = input.properties
  const required = Array.isArray(input.required) ? input.required.filter((name) => name !== key) : []
  return { ...input, properties, ...(required.length > 0 ? { required } : {}) }
}

/** Returns null for an action that changes something or has no list. */
export function watchOf(action: Action, identity?: string): Watched | null {
  if (action.effect !== 'read' || action.call.type !== 'http' || action.call.answer !== 'json') return null
  const list = listOf(action)
  if (!list) return null
  const identities = identitiesOf(list.names)
  const at = list.items === '' ? action.sample : isObject(action.sample) ? action.sample[list.items.slice(1)] : null
  return {
    trigger: {
      id: watchId(action.id),
      title: `New item in “${action.title}”`,
      description: 'Starts when the list has an item that it did not have before.',
      group: 'Lists',
      input: inputOf(action),
      sample: firstOf(at ?? undefined) ?? null,
      kind: 'polling',
      polling: { action: action.id, items: list.items, id: identity ?? identities[0] ?? null, order: 'any' },
    },
    identities,
  }
}

/** Whether an action has a list that can be watched. */
export const isWatchable = (action: Action): boolean => watchOf(action) !== null
