/** The picture of a workflow, drawn from its document: nothing of the page is needed, so a workflow of any size is drawn whole. Pure. */

import type { Note, WorkflowDocument } from '#graph/document.ts'
import { loopBodies } from '#graph/loop-bodies.ts'
import { groupOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { type GroupBox, groupBoxes, hiddenNodes, shownEdges } from '#web/canvas/model/graph/groups.ts'
import { type ClosedLoops, hiddenByLoops, loopBoxes, withoutHidden } from '#web/canvas/model/graph/loops.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { CARD, portTop } from '#web/canvas/model/graph/sizes.ts'
import { linesOf } from '#web/viewer/markdown-tokens.ts'
import { cardShape, heightOf, type Logo, loopShape, portsOf } from './export-cards.ts'
import { at, INK, rect, SOFT, words, xml } from './export-parts.ts'
import { fitted, wrapped } from './export-text.ts'

export interface Drawing {
  svg: string
  width: number
  height: number
}

export interface DrawingInput {
  name: string
  document: WorkflowDocument
  presentations: Readonly<Record<string, NodePresentation>>
  /** What is inside the icon of 24 by 24 px, by its name. */
  icons: Readonly<Record<string, string>>
  /** By the id of the node: what it works with. */
  logos?: Readonly<Record<string, Logo>>
  closedLoops?: ClosedLoops
}

const NONE_CLOSED: ClosedLoops = new Set()
const MARGIN = 48
const FONT = "'Instrument Sans', ui-sans-serif, system-ui, sans-serif"

function noteShape({ text, position: { x, y }, size, color }: Note): string {
  const { fill, line } = SOFT[color ?? 'plain']
  const room = Math.floor((size.height - 20) / 20)
  const lines = linesOf(text).flatMap((one) => {
    const parts = wrapped(one.text, size.width - 24, 13, 20)
    return (parts.length > 0 ? parts : ['']).map((part) => ({ ...one, text: part }))
  })
  const drawn = lines
    .slice(0, Math.max(1, room))
    .map((one, row) =>
      words(x + 12, y + 26 + row * 20, one.text, { size: 13, weight: one.style === 'heading' ? 600 : 400 }),
    )
  return rect({ x, y, ...size }, `fill="${fill}" stroke="${line}"`) + drawn.join('')
}

function groupShape(box: GroupBox): string {
  const { group, x, y, width } = box
  const { fill, line } = SOFT[group.color ?? 'plain']
  const title = fitted(group.title || 'Group', width - 32, 13)
  if (!group.collapsed)
    return (
      rect(box, `fill="${fill}" fill-opacity="0.6" stroke="${line}"`) +
      words(x + 16, y + 25, title, { size: 13, weight: 600 })
    )
  const count = `${group.nodes.length} ${group.nodes.length === 1 ? 'node' : 'nodes'}`
  const behind = rect({ ...box, x: x + 5, y: y + 5 }, `fill="${fill}" stroke="${line}"`)
  const card = rect(box, `fill="${INK.card}" stroke="${line}"`)
  return (
    behind +
    card +
    words(x + 14, y + 28, title, { weight: 600 }) +
    words(x + 14, y + 50, count, { size: 12, fill: INK.muted })
  )
}

function wires(
  { document, presentations, closedLoops = NONE_CLOSED }: DrawingInput,
  boxes: readonly GroupBox[],
): string {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  const cards = new Map(boxes.filter(({ group }) => group.collapsed).map((box) => [box.group.id, box]))
  const end = (key: string, port: string | null) => {
    const group = groupOfKey(key)
    const card = group === null ? undefined : cards.get(group)
    if (card) return { x: card.x + (port === null ? 0 : card.width), y: card.y + card.height / 2 }
    const node = nodes.get(key)
    if (!node) return null
    const { x, y } = node.position
    if (port === null) return { x, y: y + heightOf(presentations[key]) / 2 }
    const ports = portsOf(presentations[key])
    const index = ports.findIndex(({ name }) => name === port)
    return { x: x + CARD.width, y: y + portTop(Math.max(0, index), ports.length) }
  }
  return withoutHidden(shownEdges(document), hiddenByLoops(document, closedLoops))
    .map(({ edge, source, target }) => {
      const [from, to] = [end(source, edge.from.port), end(target, null)]
      if (!from || !to) return ''
      const bend = Math.max(40, Math.abs(to.x - from.x) / 2)
      const ink = edge.from.port === 'error' ? INK.bad : INK.wire
      return `<path d="M${at(from.x)} ${at(from.y)}C${at(from.x + bend)} ${at(from.y)} ${at(to.x - bend)} ${at(to.y)} ${at(to.x)} ${at(to.y)}" stroke="${ink}"/>`
    })
    .join('')
}

/** The workflow as shown on the canvas; collapsed groups and loops stay collapsed. */
export function drawWorkflow(input: DrawingInput): Drawing {
  const { name, document, presentations, icons, logos = {}, closedLoops = NONE_CLOSED } = input
  const heights = Object.fromEntries(document.nodes.map(({ id }) => [id, heightOf(presentations[id])]))
  const boxes = groupBoxes(document, heights)
  const loops = loopBoxes(document, closedLoops, heights)
  const [inGroups, inLoops, bodies] = [
    hiddenNodes(document),
    hiddenByLoops(document, closedLoops),
    loopBodies(document),
  ]
  const shown = document.nodes.filter(({ id }) => !inGroups.has(id) && !inLoops.has(id))
  const areas = [
    ...shown.map(({ id, position }) => ({ ...position, width: CARD.width, height: heights[id] ?? CARD.height })),
    ...document.notes.map(({ position, size }) => ({ ...position, ...size })),
    ...boxes,
    ...loops,
  ]
  const bounds = areas.length === 0 ? [{ x: 0, y: 0, width: 320, height: 120 }] : areas
  const left = Math.floor(Math.min(...bounds.map(({ x }) => x)) - MARGIN)
  const top = Math.floor(Math.min(...bounds.map(({ y }) => y)) - MARGIN)
  const width = Math.ceil(Math.max(...bounds.map((box) => box.x + box.width)) + MARGIN - left)
  const height = Math.ceil(Math.max(...bounds.map((box) => box.y + box.height)) + MARGIN - top)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="${FONT}" role="img">`,
    `<title>${xml(name)}</title>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${INK.paper}"/>`,
    ...loops.map(loopShape),
    ...boxes.filter(({ group }) => !group.collapsed).map(groupShape),
    ...document.notes.map(noteShape),
    `<g fill="none" stroke-width="1.5">${wires(input, boxes)}</g>`,
    ...shown.map((node) => {
      const presentation = presentations[node.id]
      const inside = closedLoops.has(node.id) ? (bodies.get(node.id)?.length ?? null) : null
      return cardShape({
        node,
        presentation,
        icon: icons[presentation?.icon ?? ''] ?? '',
        logo: logos[node.id],
        inside,
      })
    }),
    ...boxes.filter(({ group }) => group.collapsed).map(groupShape),
    areas.length === 0 ? words(24, 64, 'This workflow is empty.', { fill: INK.muted }) : '',
    '</svg>',
  ]
  return { svg: parts.join('\n'), width, height }
}
