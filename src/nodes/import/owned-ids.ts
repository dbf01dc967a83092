/** What settings name that belongs to their owner alone: credentials, workflows, models, files. Knows no catalogue. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { joinPath } from '#graph/join-path.ts'
import { isObject } from '#shared/json.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Settings that hold an id, by their name; the same everywhere in the catalogue. */
const KINDS: Record<string, string> = {
  credential: 'credential',
  workflow_id: 'workflow',
  workflow_ids: 'workflow',
  table_id: 'data_table',
  model: 'model',
  fallback_model: 'model',
  knowledge_id: 'knowledge base',
  knowledge_ids: 'knowledge base',
  file_id: 'file',
  skills: 'skill',
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
    for (const [index, part] of value.entries()) yield* idsIn(part, joinPath(path, index), key)
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) yield* idsIn(part, joinPath(path, name), name)
  }
}

/** Every id of the owner's things in a document, in its order. */
export const ownedIds = (document: WorkflowDocument): OwnedId[] =>
  document.nodes.flatMap(({ id: node, config }) => [...idsIn(config, '', '')].map((found) => ({ node, ...found })))

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

/** Settings without the ids of their owner's things; expressions in these places stay. */
export const withoutOwned = (config: JsonObject): JsonObject => (removed(config, '') ?? {}) as JsonObject
