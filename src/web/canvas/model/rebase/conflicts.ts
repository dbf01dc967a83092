/** What two people did that does not go together: kept until the person has chosen, so that nothing typed is lost. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import type { Edge, Group, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { isObject } from '#shared/json.ts'
import { freeAmong } from './free-among.ts'
import { same } from './same.ts'

/** `settings` are the node's config; the other names are its own fields. */
export type Place =
  | { type: 'node'; id: string; field: 'config' | 'title' | 'disabled' | 'retry' | 'timeout_ms' | 'on_error' | 'id' }
  | { type: 'note'; id: string; field: 'text' | 'color' }
  | { type: 'group'; id: string; field: 'title' | 'description' | 'color' }

interface Common {
  /** A later clash at the same place replaces the one before. */
  key: string
  /** Of the node, note or group, as it was called. */
  title: string
}

export type Conflict = Common &
  (
    | /** Both changed the same field; the document holds theirs. */
    { type: 'field'; place: Place; path: readonly (string | number)[]; mine: Json; theirs: Json }
    /** They deleted what I was changing. */
    | {
        type: 'lost'
        node: WorkflowNode | null
        edges: readonly Edge[]
        note: Note | null
        group: Group | null
      }
    /** I deleted what they changed: it is still there. */
    | { type: 'kept'; what: 'node' | 'note' | 'group'; id: string }
    /** The server, or the document as it is now, does not take it. */
    | { type: 'refused'; reason: string; operation: Operation }
  )

const at = (value: Json | undefined, path: readonly (string | number)[]): Json | undefined => {
  let current: Json | undefined = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Array.isArray(current) ? current[Number(key)] : current[String(key)]
  }
  return current
}

/** The settings with another value at a place; null takes the field away. */
function withAt(value: Json | undefined, [key, ...rest]: readonly (string | number)[], next: Json): Json {
  if (key === undefined) return next
  if (Array.isArray(value)) return value.map((item, index) => (index === Number(key) ? withAt(item, rest, next) : item))
  const { [key]: present, ...others } = isObject(value) ? value : {}
  const changed = withAt(present, rest, next)
  return changed === null && rest.length === 0 ? others : { ...others, [key]: changed }
}

/** What the document holds now at the place of a clash; undefined when the place is gone. */
export function currentRemoteValue(document: WorkflowDocument, { place, path }: Extract<Conflict, { type: 'field' }>) {
  const list: readonly { id: string }[] =
    place.type === 'node' ? document.nodes : place.type === 'note' ? document.notes : document.groups
  const item = list.find(({ id }) => id === place.id) as Record<string, Json> | undefined
  return item === undefined ? undefined : (at(item[place.field], path) ?? null)
}

/** A clash is over when the document says what I said. */
export const isOver = (document: WorkflowDocument, conflict: Conflict): boolean => {
  if (conflict.type === 'field') return same(currentRemoteValue(document, conflict), conflict.mine)
  if (conflict.type !== 'kept') return false
  const list: readonly { id: string }[] =
    conflict.what === 'node' ? document.nodes : conflict.what === 'note' ? document.notes : document.groups
  return !list.some(({ id }) => id === conflict.id)
}

function takeField(
  document: WorkflowDocument,
  { place, path, mine }: Extract<Conflict, { type: 'field' }>,
): Step | null {
  const { id } = place
  if (place.type === 'note') return { type: 'update_note', note_id: id, [place.field]: mine } as Step
  if (place.type === 'group') return { type: 'update_group', group_id: id, [place.field]: mine } as Step
  const node = document.nodes.find((one) => one.id === id)
  if (!node) return null
  switch (place.field) {
    case 'config':
      return { type: 'set_config', node_id: id, config: withAt(node.config, path, mine) as JsonObject }
    case 'title':
      return { type: 'set_title', node_id: id, title: String(mine) }
    case 'disabled':
      return { type: 'set_disabled', node_id: id, disabled: mine === true ? true : null }
    case 'id':
      return { type: 'rename', node_id: id, new_id: freeAmong(String(mine), document.nodes) }
    default:
      return { type: 'set_policy', node_id: id, [place.field]: mine } as Step
  }
}

function restore(
  document: WorkflowDocument,
  { node, edges, note, group }: Extract<Conflict, { type: 'lost' }>,
): Step[] {
  const steps: Step[] = []
  if (note) steps.push({ type: 'add_note', note: { ...note, id: freeAmong(note.id, document.notes) } })
  if (group) {
    const known = new Set(document.nodes.map(({ id }) => id))
    const nodes = group.nodes.filter((id) => known.has(id))
    steps.push({ type: 'add_group', group: { ...group, nodes, id: freeAmong(group.id, document.groups) } })
  }
  if (!node) return steps
  const id = freeAmong(node.id, document.nodes)
  steps.push({ type: 'add_node', node: { ...node, id } })
  const named = (name: string) => (name === node.id ? id : name)
  const known = new Set([...document.nodes.map((one) => one.id), id])
  const taken: { id: string }[] = [...document.edges]
  for (const edge of edges) {
    const [from, to] = [named(edge.from.node), named(edge.to.node)]
    if (!known.has(from) || !known.has(to)) continue
    const free = { id: freeAmong(edge.id, taken) }
    taken.push(free)
    steps.push({ type: 'connect', edge: { ...free, from: { ...edge.from, node: from }, to: { ...edge.to, node: to } } })
  }
  return steps
}

/** The operation that puts my side in place, on the document as it is now; null when there is nothing left to put it into. */
export function takeMine(document: WorkflowDocument, conflict: Conflict): Operation | null {
  switch (conflict.type) {
    case 'field':
      return takeField(document, conflict)
    case 'lost':
      return { type: 'batch', operations: restore(document, conflict) }
    case 'kept': {
      const { what, id } = conflict
      if (what === 'node') return { type: 'remove_node', node_id: id }
      return what === 'note' ? { type: 'remove_note', note_id: id } : { type: 'remove_group', group_id: id }
    }
    case 'refused':
      try {
        applyOperation(document, conflict.operation)
        return conflict.operation
      } catch {
        return null
      }
  }
}
