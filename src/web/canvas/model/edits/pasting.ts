/** Puts a part of a workflow into another: ids and titles are numbered where they are taken, expressions and edges follow. */

import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { renameReference } from '#graph/rename-reference.ts'
import { withNames } from '#graph/snippet.ts'
import { DOCUMENT_LIMITS } from '#graph/values/document-values.ts'
import type { Fragment } from '#web/canvas/model/graph/fragment.ts'
import { freeId, freeTitle } from '#web/canvas/model/graph/naming.ts'
import { CARD, GRID } from '#web/canvas/model/graph/sizes.ts'
import { t } from '#web/lib/language.ts'
import { edgeId } from './edits.ts'

interface Point {
  x: number
  y: number
}

export interface Pasted {
  operation: Operation
  /** The new ids, to be selected. */
  nodes: string[]
  notes: string[]
  /** New ids by the ids in the fragment. */
  ids: ReadonlyMap<string, string>
}

/** Leaves room for a number within the 64 characters of an id. */
const LONGEST_STEM = 58
/** Distance of a copy without a position from its original, in px. */
const ASIDE = 4 * GRID

/** The id itself when it is free, else the next number behind its stem: `read_2` becomes `read_3`. */
const nextId = (wanted: string, taken: ReadonlySet<string>): string =>
  taken.has(wanted) ? freeId(wanted.replace(/_\d{1,6}$/, '').slice(0, LONGEST_STEM), taken) : wanted

const nextTitle = (wanted: string, taken: ReadonlySet<string>): string =>
  taken.has(wanted) ? freeTitle(wanted.replace(/ \d{1,6}$/, ''), taken) : wanted

const REFERENCE = /\$nodes\s{0,20}\.\s{0,20}`?([a-z][a-z0-9_]{0,63})/g

/** Every id that the settings may speak of. */
const spokenOf = (nodes: readonly WorkflowNode[]): string[] =>
  nodes.flatMap(({ config }) => {
    const text = JSON.stringify(config)
    return text.includes('$nodes') ? [...text.matchAll(REFERENCE)].map(([, id = '']) => id) : []
  })

/** New ids by old ones. A new one is no old one, so that references can follow one after the other. */
function newIds(document: WorkflowDocument, { nodes }: Fragment): Map<string, string> {
  const present = new Set(document.nodes.map(({ id }) => id))
  const taken = new Set([...present, ...nodes.map(({ id }) => id), ...spokenOf(nodes)])
  const ids = new Map<string, string>()
  for (const { id } of nodes) {
    const free = present.has(id) ? nextId(id, taken) : id
    taken.add(free)
    ids.set(id, free)
  }
  return ids
}

function corner({ nodes, notes }: Fragment): Point {
  const places = [...nodes, ...notes].map(({ position }) => position)
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) }
}

/** How far everything moves: to the place, or aside until nothing is covered exactly. */
function shiftOf(document: WorkflowDocument, fragment: Fragment, at: Point | null): Point {
  const from = corner(fragment)
  const snap = (value: number) => Math.round(value / GRID) * GRID
  if (at) return { x: snap(at.x) - from.x, y: snap(at.y) - from.y }
  const taken = new Set([...document.nodes, ...document.notes].map(({ position: { x, y } }) => `${x} ${y}`))
  const covers = (by: number) =>
    [...fragment.nodes, ...fragment.notes].some(({ position: { x, y } }) => taken.has(`${x + by} ${y + by}`))
  let by = 0
  while (covers(by)) by += ASIDE
  return { x: by, y: by }
}

const freeItemId = (prefix: string, taken: Set<string>): string => {
  let number = 1
  while (taken.has(`${prefix}_${number}`)) number += 1
  const id = `${prefix}_${number}`
  taken.add(id)
  return id
}

/**
 * The edit that adds a part of a workflow.
 * @param at position of its upper left corner; null keeps the original position, or one next to it if that is taken
 */
export function pasting(document: WorkflowDocument, fragment: Fragment, at: Point | null): Pasted {
  const ids = newIds(document, fragment)
  const id = (old: string): string => ids.get(old) ?? old
  const by = shiftOf(document, fragment, at)
  const moved = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y })
  const titles = new Set(document.nodes.map(({ title }) => title))
  const changed = [...ids].filter(([old, next]) => old !== next)
  const nodes = fragment.nodes.map((node): WorkflowNode => {
    const title = nextTitle(node.title, titles)
    titles.add(title)
    const config = changed.reduce((settings, [old, next]) => renameReference(settings, old, next), node.config)
    return { ...node, id: id(node.id), title, config, position: moved(node.position) }
  })
  const noteIds = new Set(document.notes.map((note) => note.id))
  const notes = fragment.notes.map((note) => ({
    ...note,
    id: freeItemId('note', noteIds),
    position: moved(note.position),
  }))
  const groupIds = new Set(document.groups.map((group) => group.id))
  const groups = fragment.groups.map((group) => ({
    ...group,
    id: freeItemId('group', groupIds),
    nodes: group.nodes.map(id),
    ...(group.snippet && { snippet: withNames(group.snippet, id) }),
  }))
  const operations: Step[] = [
    ...nodes.map((node): Step => ({ type: 'add_node', node })),
    ...edgeSteps(document, fragment, id),
    ...notes.map((note): Step => ({ type: 'add_note', note })),
    ...groups.map((group): Step => ({ type: 'add_group', group })),
  ]
  return {
    operation: { type: 'batch', operations },
    nodes: nodes.map((node) => node.id),
    notes: notes.map((note) => note.id),
    ids,
  }
}

function edgeSteps(document: WorkflowDocument, fragment: Fragment, id: (old: string) => string): Step[] {
  const edges = [...document.edges]
  return fragment.edges.map(({ from, to }): Step => {
    const start = { node: id(from.node), port: from.port }
    const edge = {
      id: edgeId({ ...document, edges }, start, id(to.node)),
      from: start,
      to: { node: id(to.node), port: to.port },
    }
    edges.push(edge)
    return { type: 'connect', edge }
  })
}

/** Why so much cannot be added, in words; null when it can. */
export function sizeRefusal(document: WorkflowDocument, fragment: Fragment): string | null {
  const nodes = document.nodes.length + fragment.nodes.length
  if (nodes > DOCUMENT_LIMITS.nodes)
    return t('A workflow can have up to {nodes} nodes. This would make {nodes2}.', {
      nodes: DOCUMENT_LIMITS.nodes,
      nodes2: nodes,
    })
  const edges = document.edges.length + fragment.edges.length
  if (edges > DOCUMENT_LIMITS.edges)
    return t('A workflow can have up to {edges} connections. This would make {edges2}.', {
      edges: DOCUMENT_LIMITS.edges,
      edges2: edges,
    })
  if (JSON.stringify(document).length + JSON.stringify(fragment).length > DOCUMENT_LIMITS.bytes)
    return t('A workflow can contain up to a million characters. This would exceed the limit.')
  return null
}

/** Upper left corner for what is to stand around this middle. */
export function cornerAround(fragment: Fragment, middle: Point): Point {
  const from = corner(fragment)
  const right = Math.max(
    ...fragment.nodes.map(({ position }) => position.x + CARD.width),
    ...fragment.notes.map(({ position, size }) => position.x + size.width),
  )
  const bottom = Math.max(
    ...fragment.nodes.map(({ position }) => position.y + CARD.height),
    ...fragment.notes.map(({ position, size }) => position.y + size.height),
  )
  return { x: middle.x - (right - from.x) / 2, y: middle.y - (bottom - from.y) / 2 }
}
