/** Edits a document: pure, exhaustive, each edit with its exact inverse. Documents are never changed in place. */
import { findTooMany } from './counts.ts'
import type { Edge, Group, WorkflowDocument, WorkflowNode } from './document.ts'
import { joinGroups, leaveGroups, placesIn } from './memberships.ts'
import { type OperationCode, OperationError } from './operation-error.ts'
import type { Operation, Step } from './operations.ts'
import { renameReference } from './rename-reference.ts'
import { withNames } from './snippet.ts'

export interface Applied {
  document: WorkflowDocument
  /** Applied to `document` it gives back the document before. */
  inverse: Operation
}

/** Applies one edit, or all of a batch. @throws OperationError and changes nothing */
export function applyOperation(document: WorkflowDocument, operation: Operation): Applied {
  const steps = applySteps(document, operation)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/**
 * The same with a stop behind each edit: all of a large batch can take seconds, and what takes it back can be much larger than it is.
 * Yields what takes back the edit that was applied last.
 */
export function* applySteps(document: WorkflowDocument, operation: Operation): Generator<readonly Step[], Applied> {
  const steps = operation.type === 'batch' ? operation.operations : [operation]
  let current = document
  const inverses: Step[] = []
  for (const step of steps) {
    const { document: next, inverse } = applyStep(current, step)
    if (GROWING.includes(step.type)) requireRoom(next)
    current = next
    inverses.unshift(...inverse)
    yield inverse
  }
  const [only] = inverses
  const single = inverses.length === 1 && only
  return { document: current, inverse: single ? only : { type: 'batch', operations: inverses } }
}

const GROWING: readonly Step['type'][] = ['add_node', 'connect', 'add_note', 'add_group', 'update_group', 'join_groups']

function requireRoom(document: WorkflowDocument): void {
  const [crowded] = findTooMany(document)
  if (crowded) throw new OperationError(crowded.code, crowded.message, { field: crowded.field })
}

interface Stepped {
  document: WorkflowDocument
  inverse: Step[]
}

function applyStep(document: WorkflowDocument, step: Step): Stepped {
  switch (step.type) {
    case 'add_node':
      return addNode(document, step)
    case 'remove_node':
      return removeNode(document, step)
    case 'connect':
      return connect(document, step)
    case 'disconnect':
      return disconnect(document, step)
    case 'rename':
      return rename(document, step)
    case 'set_config':
      return changeNode(document, step.node_id, (node) => [
        { ...node, config: step.config },
        { ...step, config: node.config },
      ])
    case 'set_title':
      return changeNode(document, step.node_id, (node) => [
        { ...node, title: step.title },
        { ...step, title: node.title },
      ])
    case 'move':
      return changeNode(document, step.node_id, (node) => [
        { ...node, position: step.position },
        { ...step, position: node.position },
      ])
    case 'set_disabled':
      return changeNode(document, step.node_id, (node) => [
        withOptional(node, { disabled: step.disabled }),
        { ...step, disabled: node.disabled ?? null },
      ])
    case 'set_policy':
      return setPolicy(document, step)
    case 'add_note':
      return {
        document: { ...document, notes: insert(document.notes, step.note, step.at) },
        inverse: [{ type: 'remove_note', note_id: step.note.id }],
      }
    case 'remove_note': {
      const { list, index, item } = takeFrom(document.notes, step.note_id, 'unknown_note')
      return { document: { ...document, notes: list }, inverse: [{ type: 'add_note', note: item, at: index }] }
    }
    case 'update_note':
      return updateNote(document, step)
    case 'add_group':
      requireNodes(document, step.group.nodes)
      return {
        document: { ...document, groups: insert(document.groups, step.group, step.at) },
        inverse: [{ type: 'remove_group', group_id: step.group.id }],
      }
    case 'remove_group': {
      const { list, index, item } = takeFrom(document.groups, step.group_id, 'unknown_group')
      return { document: { ...document, groups: list }, inverse: [{ type: 'add_group', group: item, at: index }] }
    }
    case 'update_group':
      return updateGroup(document, step)
    case 'join_groups':
      requireNodes(document, [step.node_id])
      return { document: joinGroups(document, step), inverse: [{ ...step, type: 'leave_groups' }] }
    case 'leave_groups':
      return { document: leaveGroups(document, step), inverse: [{ ...step, type: 'join_groups' }] }
    default:
      return unreachable(step)
  }
}

const unreachable = (step: never): never => {
  throw new Error(`Unknown operation ${JSON.stringify(step)}`)
}

type Of<T extends Step['type']> = Extract<Step, { type: T }>

function indexOf(list: readonly { id: string }[], id: string, code: OperationCode): number {
  const index = list.findIndex((item) => item.id === id)
  if (index >= 0) return index
  const kind = code.replace('unknown_', '')
  throw new OperationError(code, `There is no ${kind} “${id}”`, kind === 'node' ? { node: id } : {})
}

function takeFrom<T extends { id: string }>(list: readonly T[], id: string, code: OperationCode) {
  const index = indexOf(list, id, code)
  return { list: list.toSpliced(index, 1), index, item: list[index] as T }
}

function insert<T extends { id: string }>(list: readonly T[], item: T, at: number | undefined): T[] {
  if (list.some((other) => other.id === item.id)) {
    throw new OperationError('duplicate_id', `The id “${item.id}” is taken`, { field: 'id' })
  }
  if (at !== undefined && at > list.length) {
    throw new OperationError('bad_place', `There is no place ${at} in a list of ${list.length}`, { field: 'at' })
  }
  return list.toSpliced(at ?? list.length, 0, item)
}

function requireNodes(document: WorkflowDocument, ids: readonly string[]): void {
  const known = new Set(document.nodes.map((node) => node.id))
  for (const id of ids) {
    if (!known.has(id)) throw new OperationError('unknown_node', `There is no node “${id}”`, { node: id })
  }
}

function addNode(document: WorkflowDocument, { node, at }: Of<'add_node'>): Stepped {
  const nodes = insert(document.nodes, node, at)
  return { document: { ...document, nodes }, inverse: [{ type: 'remove_node', node_id: node.id }] }
}

function removeNode(document: WorkflowDocument, { node_id: id }: Of<'remove_node'>): Stepped {
  const { list: nodes, index, item: node } = takeFrom(document.nodes, id, 'unknown_node')
  const touches = (edge: Edge) => edge.from.node === id || edge.to.node === id
  const inverse: Step[] = [{ type: 'add_node', node, at: index }]
  // Put back in ascending order, each edge finds its old place.
  document.edges.forEach((edge, place) => {
    if (touches(edge)) inverse.push({ type: 'connect', edge, at: place })
  })
  const groups = placesIn(document.groups, id)
  // Its places alone: all members of each group, for each node that is removed, would be many times the document.
  if (groups.length > 0) inverse.push({ type: 'join_groups', node_id: id, groups })
  const left = leaveGroups(document, { node_id: id, groups })
  const edges = document.edges.filter((edge) => !touches(edge))
  return { document: { ...left, nodes, edges }, inverse }
}

function connect(document: WorkflowDocument, { edge, at }: Of<'connect'>): Stepped {
  requireNodes(document, [edge.from.node, edge.to.node])
  const edges = insert(document.edges, edge, at)
  return { document: { ...document, edges }, inverse: [{ type: 'disconnect', edge_id: edge.id }] }
}

function disconnect(document: WorkflowDocument, { edge_id: id }: Of<'disconnect'>): Stepped {
  const { list: edges, index, item: edge } = takeFrom(document.edges, id, 'unknown_edge')
  return { document: { ...document, edges }, inverse: [{ type: 'connect', edge, at: index }] }
}

function changeNode(
  document: WorkflowDocument,
  id: string,
  change: (node: WorkflowNode) => [WorkflowNode, Step],
): Stepped {
  const index = indexOf(document.nodes, id, 'unknown_node')
  const [node, inverse] = change(document.nodes[index] as WorkflowNode)
  return { document: { ...document, nodes: document.nodes.with(index, node) }, inverse: [inverse] }
}

/** Sets what is said, takes away what is null, leaves what is undefined. */
function withOptional<T extends object, K extends keyof T>(item: T, changes: { [P in K]?: T[P] | null }): T {
  const result = { ...item }
  for (const [key, value] of Object.entries(changes) as [K, T[K] | null | undefined][]) {
    if (value === null) delete result[key]
    else if (value !== undefined) result[key] = value
  }
  return result
}

/** What to say to get back what `item` holds under the keys that `changes` says something about. */
function previous<T extends object>(item: T, changes: Partial<Record<keyof T, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(changes)) {
    if (value !== undefined) result[key] = item[key as keyof T] ?? null
  }
  return result
}

function setPolicy(document: WorkflowDocument, step: Of<'set_policy'>): Stepped {
  const { type, node_id, ...changes } = step
  return changeNode(document, node_id, (node) => [
    withOptional(node, changes),
    { type, node_id, ...previous(node, changes) } as Step,
  ])
}

function updateNote(document: WorkflowDocument, step: Of<'update_note'>): Stepped {
  const { type, note_id, ...changes } = step
  const index = indexOf(document.notes, note_id, 'unknown_note')
  const note = document.notes[index] as WorkflowDocument['notes'][number]
  const notes = document.notes.with(index, withOptional(note, changes))
  return { document: { ...document, notes }, inverse: [{ type, note_id, ...previous(note, changes) } as Step] }
}

function updateGroup(document: WorkflowDocument, step: Of<'update_group'>): Stepped {
  const { type, group_id, ...changes } = step
  requireNodes(document, changes.nodes ?? [])
  const index = indexOf(document.groups, group_id, 'unknown_group')
  const group = document.groups[index] as WorkflowDocument['groups'][number]
  const groups = document.groups.with(index, withOptional(group, changes))
  return { document: { ...document, groups }, inverse: [{ type, group_id, ...previous(group, changes) } as Step] }
}

/** A group whose nodes are called otherwise; the same one when it speaks of none of them. */
function renamedGroup(group: Group, name: (id: string) => string, from: string): Group {
  const { snippet } = group
  const known = snippet !== undefined && Object.hasOwn(snippet.nodes, from)
  if (!group.nodes.includes(from) && !known) return group
  return { ...group, nodes: group.nodes.map(name), ...(known && { snippet: withNames(snippet, name) }) }
}

function renamed(document: WorkflowDocument, from: string, to: string): WorkflowDocument {
  const name = (id: string) => (id === from ? to : id)
  return {
    ...document,
    nodes: document.nodes.map((node) => {
      const config = renameReference(node.config, from, to)
      return node.id === from || config !== node.config ? { ...node, id: name(node.id), config } : node
    }),
    edges: document.edges.map((edge) =>
      edge.from.node === from || edge.to.node === from
        ? { ...edge, from: { ...edge.from, node: name(edge.from.node) }, to: { ...edge.to, node: name(edge.to.node) } }
        : edge,
    ),
    groups: document.groups.map((group) => renamedGroup(group, name, from)),
  }
}

function rename(document: WorkflowDocument, step: Of<'rename'>): Stepped {
  const { node_id: from, new_id: to } = step
  const index = indexOf(document.nodes, from, 'unknown_node')
  if (from === to) return { document, inverse: [step] }
  if (document.nodes.some((node) => node.id === to)) {
    throw new OperationError('duplicate_id', `The id “${to}” is taken`, { node: to, field: 'new_id' })
  }
  const after = renamed(document, from, to)
  const inverse: Step[] = [{ type: 'rename', node_id: to, new_id: from }]
  // A setting that already spoke of the new name, which did not exist, would be carried along on the way back.
  const back = renamed(after, to, from)
  document.nodes.forEach((node, place) => {
    const config = back.nodes[place]?.config
    if (config !== node.config && JSON.stringify(config) !== JSON.stringify(node.config)) {
      inverse.push({ type: 'set_config', node_id: place === index ? from : node.id, config: node.config })
    }
  })
  return { document: after, inverse }
}
