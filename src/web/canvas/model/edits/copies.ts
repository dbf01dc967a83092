/** Copies and new names: what happens to ids, titles and the expressions that name them. Pure. */
import { applyOperation } from '#graph/apply.ts'
import type { Edge, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { renameReference } from '#graph/rename-reference.ts'
import type { Selection } from '#web/canvas/model/draft/draft.ts'
import { freeId, freeTitle, idsOf, slug, titlesOf } from '#web/canvas/model/graph/naming.ts'
import { batch, nodeOf } from './edits.ts'

/** Distance of a copy from its original, in px. */
const OFFSET = 40

export interface Copied {
  operation: Operation
  nodes: string[]
  notes: string[]
}

const moved = ({ x, y }: { x: number; y: number }) => ({ x: x + OFFSET, y: y + OFFSET })

/**
 * Doubles nodes with the edges among them and their notes. Expressions of the copies speak of the copies.
 * @param isTrigger types that are not copied: a workflow has one
 */
export function duplicating(
  document: WorkflowDocument,
  { nodes: chosen, notes: chosenNotes }: Pick<Selection, 'nodes' | 'notes'>,
  isTrigger: (id: string) => boolean,
): Copied | null {
  const originals = document.nodes.filter(({ id }) => chosen.has(id) && !isTrigger(id))
  const [ids, titles] = [idsOf(document), titlesOf(document)]
  const names = new Map<string, string>()
  const copies = originals.map((node): WorkflowNode => {
    const title = freeTitle(node.title.replace(/ \d+$/, ''), titles)
    const id = freeId(slug(title), ids)
    titles.add(title)
    ids.add(id)
    names.set(node.id, id)
    return { ...node, id, title, position: moved(node.position) }
  })
  const repointed = copies.map((node) => {
    let { config } = node
    for (const [from, to] of names) config = renameReference(config, from, to)
    return { ...node, config }
  })
  const taken = new Set(document.edges.map(({ id }) => id))
  const edges = document.edges.flatMap((edge): Edge[] => {
    const [from, to] = [names.get(edge.from.node), names.get(edge.to.node)]
    if (from === undefined || to === undefined) return []
    const id = freeId(`${from}.${edge.from.port}-${to}`.slice(0, 180), taken)
    taken.add(id)
    return [{ id, from: { node: from, port: edge.from.port }, to: { node: to, port: edge.to.port } }]
  })
  const noteIds = new Set(document.notes.map(({ id }) => id))
  const notes = document.notes
    .filter(({ id }) => chosenNotes.has(id))
    .map((note): Note => {
      const id = freeId(note.id.slice(0, 56), noteIds)
      noteIds.add(id)
      return { ...note, id, position: moved(note.position) }
    })
  const operation = batch([
    ...repointed.map((node): Step => ({ type: 'add_node', node })),
    ...edges.map((edge): Step => ({ type: 'connect', edge })),
    ...notes.map((note): Step => ({ type: 'add_note', note })),
  ])
  return operation && { operation, nodes: repointed.map(({ id }) => id), notes: notes.map(({ id }) => id) }
}

export interface Renamed {
  operation: Operation
  id: string
  /** How many other nodes have expressions that follow. */
  followers: number
}

/**
 * Gives a node another title. Its id follows when it was made from the old title, and with it every expression that names it.
 * Null when nothing changes or the title is empty.
 */
export function renaming(document: WorkflowDocument, id: string, wanted: string): Renamed | null {
  const node = nodeOf(document, id)
  const title = wanted.trim().replace(/\s+/g, ' ').slice(0, 120)
  if (!node || title === '' || title === node.title) return null
  const steps: Step[] = [{ type: 'set_title', node_id: id, title }]
  const made = slug(node.title)
  const follows = id === made || (id.startsWith(`${made}_`) && /^\d+$/.test(id.slice(made.length + 1)))
  const others = idsOf(document)
  others.delete(id)
  const wantedId = slug(title)
  // A title in another script leaves no letters for an id: it stays.
  const next = follows && wantedId !== 'node' ? freeId(wantedId, others) : id
  if (next !== id) steps.push({ type: 'rename', node_id: id, new_id: next })
  return { operation: batch(steps) as Operation, id: next, followers: followersOf(document, id, next) }
}

function followersOf(document: WorkflowDocument, id: string, next: string): number {
  if (next === id || idsOf(document).has(next)) return 0
  const after = applyOperation(document, { type: 'rename', node_id: id, new_id: next }).document
  return document.nodes.filter((node, place) => node.id !== id && node.config !== after.nodes[place]?.config).length
}
