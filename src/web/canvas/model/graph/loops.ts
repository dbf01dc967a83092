/** Loops as containers: where the frame around a loop and its body is, what moves with it, and what a collapsed one hides. Pure. */
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { LOOP_ROOM, loopBodies } from '#graph/loop-bodies.ts'
import { loopKey } from './flow-keys.ts'
import { type Box, boxOf, type ShownEdge } from './groups.ts'

export interface LoopBox extends Box {
  loop: WorkflowNode
  body: readonly string[]
  /** How many loops are around it. */
  depth: number
}

/** Ids of the loops whose bodies are not shown. */
export type ClosedLoops = ReadonlySet<string>

/** The frames of loops that are open, the outer ones first. */
export function loopBoxes(
  document: WorkflowDocument,
  closed: ClosedLoops,
  heights: Readonly<Record<string, number>> = {},
): LoopBox[] {
  const bodies = loopBodies(document)
  if (bodies.size === 0) return []
  const hidden = hiddenByLoops(document, closed)
  const byId = new Map(document.nodes.map((node) => [node.id, node]))
  const boxes = new Map<string, LoopBox>()
  // A loop inside another has the smaller body: its frame is known before that of the outer one.
  for (const [id, body] of [...bodies].toSorted((a, b) => a[1].length - b[1].length)) {
    const loop = byId.get(id)
    if (!loop || closed.has(id) || hidden.has(id)) continue
    const cards = boxOf(document, new Set([id, ...body.filter((each) => !hidden.has(each))]), heights)
    if (!cards) continue
    const inner = body.flatMap((each) => boxes.get(each) ?? [])
    const all: Box[] = [cards, ...inner]
    const [x, y] = [Math.min(...all.map((box) => box.x)), Math.min(...all.map((box) => box.y))]
    const right = Math.max(...all.map((box) => box.x + box.width))
    const bottom = Math.max(...all.map((box) => box.y + box.height))
    const { side, title } = LOOP_ROOM
    const depth = [...bodies.values()].filter((each) => each.includes(id)).length
    const size = { width: right - x + 2 * side, height: bottom - y + side + title }
    boxes.set(id, { loop, body, depth, x: x - side, y: y - title, ...size })
  }
  return [...boxes.values()].toSorted((a, b) => a.depth - b.depth)
}

/** Nodes that are not shown, by id, and the outermost collapsed loop that hides each. */
export function hiddenByLoops(document: WorkflowDocument, closed: ClosedLoops): ReadonlyMap<string, string> {
  const hidden = new Map<string, string>()
  if (closed.size === 0) return hidden
  const bodies = [...loopBodies(document)].filter(([id]) => closed.has(id))
  for (const [id, body] of bodies.toSorted((a, b) => b[1].length - a[1].length))
    for (const node of body) if (!hidden.has(node)) hidden.set(node, id)
  return hidden
}

/** Edges as they are drawn: those within a collapsed loop are left out, those that leave its body begin at its card, once. */
export function withoutHidden(edges: readonly ShownEdge[], hidden: ReadonlyMap<string, string>): readonly ShownEdge[] {
  if (hidden.size === 0) return edges
  const seen = new Set<string>()
  return edges.flatMap((shown): ShownEdge[] => {
    const source = hidden.get(shown.source) ?? shown.source
    const target = hidden.get(shown.target) ?? shown.target
    if (source === shown.source && target === shown.target) return [shown]
    const way = `${source} ${target}`
    if (source === target || seen.has(way)) return []
    seen.add(way)
    return [{ ...shown, source, target }]
  })
}

type Point = { x: number; y: number }
type Places = Readonly<Record<string, Point>>

/** What else moves where loops are moved, by the keys of the canvas: their bodies, shown or not, and the frames around both. */
export function movedWithLoops(document: WorkflowDocument, boxes: readonly LoopBox[], wanted: Places): Places {
  const bodies = [...loopBodies(document)].toSorted((a, b) => b[1].length - a[1].length)
  if (bodies.length === 0) return wanted
  const all: Record<string, Point> = { ...wanted }
  const places = new Map(document.nodes.map(({ id, position }) => [id, position]))
  const frames = new Map(boxes.map((box) => [box.loop.id, box]))
  // The outer loops first: what they move may be a loop itself.
  for (const [id, body] of bodies) {
    const [at, frame] = [places.get(id), frames.get(id)]
    const [card, edge] = [all[id], wanted[loopKey(id)]]
    const by = card && at ? from(at, card) : edge && frame ? from(frame, edge) : null
    if (by === null) continue
    for (const each of [id, ...body]) {
      const place = places.get(each)
      if (place) all[each] ??= { x: place.x + by.x, y: place.y + by.y }
    }
    if (frame) all[loopKey(id)] = { x: frame.x + by.x, y: frame.y + by.y }
  }
  return all
}

const from = (a: Point, b: Point): Point => ({ x: b.x - a.x, y: b.y - a.y })
