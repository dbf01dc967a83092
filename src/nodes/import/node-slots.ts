/** What a node names that belongs to its owner alone: credentials, workflows, models, files. An export holds a slot in its place. */
import { MOST_SLOTS, type Slot } from '#contract/bundle.ts'
import type { Json, JsonObject } from '#contract/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { REMOVED, withoutSecrets } from './secrets.ts'
import { isObject } from './untrusted.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Settings that hold an id, by their name; the same everywhere in the catalogue. */
const KINDS: Record<string, string> = {
  credential: 'credential',
  workflow_id: 'workflow',
  workflow_ids: 'workflow',
  model: 'model',
  fallback_model: 'model',
  file_id: 'file',
  agent_id: 'agent',
  service_id: 'service',
}

export interface OwnedId {
  node: string
  field: string
  kind: string
  id: string
}

function* idsIn(value: Json, path: string, key: string): Generator<Omit<OwnedId, 'node'>> {
  if (typeof value === 'string') {
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined
    if (kind !== undefined && UUID.test(value)) yield { field: path, kind, id: value.toLowerCase() }
  } else if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) yield* idsIn(part, `${path}.${index}`, key)
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) yield* idsIn(part, path === '' ? name : `${path}.${name}`, name)
  }
}

/** Every id of the owner's things in a document, in its order. */
export const ownedIds = (document: WorkflowDocument): OwnedId[] =>
  document.nodes.flatMap(({ id: node, config }) => [...idsIn(config, '', '')].map((found) => ({ node, ...found })))

/** The types of credential a node takes, for a slot whose credential is gone. */
export function credentialTypesOf(type: string): string[] {
  const field = (
    catalogue.get(type)?.config.shape as Record<string, { meta?(): Record<string, unknown> | undefined }> | undefined
  )?.credential
  const types = field?.meta?.()?.credential_types
  return Array.isArray(types) ? types.map(String) : []
}

const removed = (value: Json, key: string): Json | undefined => {
  if (typeof value === 'string') return Object.hasOwn(KINDS, key) && UUID.test(value) ? undefined : value
  if (Array.isArray(value)) return value.flatMap((part) => removed(part, key) ?? [])
  if (!isObject(value)) return value
  const kept = Object.entries(value).flatMap(([name, part]) => {
    const left = removed(part, name)
    return left === undefined ? [] : [[name, left] as const]
  })
  return Object.fromEntries(kept)
}

/**
 * The document as it may leave: without ids of its owner's things and without secrets.
 * @param nameOf what a thing is called and of what type it is; null when it is gone
 * @param before slots that were open already: they stay open as long as nothing was chosen
 */
export function sealed(
  document: WorkflowDocument,
  nameOf: (owned: OwnedId) => { type: string; name: string } | null,
  before: readonly Slot[],
): { document: WorkflowDocument; slots: Slot[] } {
  const types = new Map(document.nodes.map(({ id, type }) => [id, type]))
  const named = ownedIds(document).map((owned): Slot => {
    const { node, field, kind } = owned
    const other = kind === 'credential' ? (credentialTypesOf(types.get(node) ?? '')[0] ?? kind) : kind
    const found = nameOf(owned) ?? { type: other, name: '' }
    return {
      node,
      field: field.replace(/^workflow_ids\.\d+$/, 'workflow_ids').slice(0, 500),
      type: found.type,
      name: found.name.slice(0, 200),
    }
  })
  const nodes = document.nodes.map((node) => ({
    ...node,
    config: withoutSecrets((removed(node.config, '') ?? {}) as JsonObject),
  }))
  const hidden = nodes.flatMap(({ id: node, config }) =>
    [...marked(config, '')].map((field): Slot => ({ node, field: field.slice(0, 500), type: 'secret', name: '' })),
  )
  const open = before.filter(
    ({ node, field, type }) =>
      types.has(node) && type !== 'secret' && !named.some((one) => one.node === node && one.field === field),
  )
  const slots = [...named, ...open, ...hidden].sort(
    (a, b) => compare(a.node, b.node) || compare(a.field, b.field) || compare(a.name, b.name),
  )
  return { document: { ...document, nodes }, slots: slots.slice(0, MOST_SLOTS) }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function* marked(value: Json, path: string): Generator<string> {
  if (typeof value === 'string') {
    if (value.includes(REMOVED)) yield path
  } else if (Array.isArray(value))
    for (const [index, part] of value.entries()) yield* marked(part, path === '' ? `${index}` : `${path}.${index}`)
  else if (isObject(value))
    for (const [key, part] of Object.entries(value)) yield* marked(part, path === '' ? key : `${path}.${key}`)
}
