/** The picture of a workflow, drawn from its document: nothing of the page is needed, so a workflow of any size is drawn whole. Pure. */

import type { Color, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { groupOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { type GroupBox, groupBoxes, hiddenNodes, shownEdges } from '#web/canvas/model/graph/groups.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { CARD, cardHeight, portTop } from '#web/canvas/model/graph/sizes.ts'

import { linesOf } from '#web/viewer/markdown-tokens.ts'
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
}

/** The tokens of the light theme, which a picture cannot read. */
const INK = {
  paper: '#fbfaf7',
  card: '#ffffff',
  line: '#8a8c96',
  ink: '#1d1f2a',
  muted: '#5d606c',
  wire: '#9a9ca6',
  bad: '#b3261e',
}
const SOFT: Record<Color | 'plain', { fill: string; line: string }> = {
  plain: { fill: '#f4f2ec', line: '#d5d2c8' },
  marigold: { fill: '#fdf1d8', line: '#e3a72e' },
  indigo: { fill: '#ececfb', line: '#6c63d8' },
  good: { fill: '#e3f5e9', line: '#3f9460' },
  bad: { fill: '#fdebe8', line: '#c9483c' },
}
const MARGIN = 48
const FONT = "'Instrument Sans', ui-sans-serif, system-ui, sans-serif"

/** Text of anybody within XML: its signs, and nothing that XML cannot hold. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const at = (value: number) => Math.round(value * 10) / 10

interface TextLook {
  size?: number
  weight?: number
  fill?: string
}
const words = (x: number, y: number, text: string, { size = 14, weight = 400, fill = INK.ink }: TextLook = {}) =>
  `<text x="${at(x)}" y="${at(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}">${xml(text)}</text>`

const rect = (box: { x: number; y: number; width: number; height: number }, look: string) =>
  `<rect x="${at(box.x)}" y="${at(box.y)}" width="${at(box.width)}" height="${at(box.height)}" rx="8" ${look}/>`

const portsOf = (presentation: NodePresentation | undefined) => presentation?.ports ?? [{ name: 'out', title: 'Out' }]
const heightOf = (presentation: NodePresentation | undefined): number => cardHeight(portsOf(presentation).length)

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

function cardShape(
  node: WorkflowNode,
  presentation: NodePresentation | undefined,
  icons: DrawingInput['icons'],
): string {
  const { x, y } = node.position
  const box = { x, y, width: CARD.width, height: heightOf(presentation) }
  const look = node.disabled ? `fill="${SOFT.plain.fill}" stroke-dasharray="4 3"` : `fill="${INK.card}"`
  const icon = icons[presentation?.icon ?? ''] ?? ''
  const ink = presentation?.trigger ? '#8a5a00' : INK.muted
  const drawn = icon
    ? `<g transform="translate(${at(x + 12)} ${at(y + 11)}) scale(0.667)" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${icon}</g>`
    : ''
  const title = words(x + 36, y + 24, fitted(node.title, CARD.width - 48, 14), { weight: 600 })
  const sentence = wrapped(presentation?.sentence ?? '', CARD.width - 24, 12, 2).map((line, row) =>
    words(x + 12, y + 45 + row * 16, line, { size: 12, fill: INK.muted }),
  )
  const ports = portsOf(presentation)
  const dots = ports.map(({ name, title: label }, index) => {
    const top = y + portTop(index, ports.length)
    const dot = `<circle cx="${at(x + CARD.width)}" cy="${at(top)}" r="4" fill="${INK.card}" stroke="${name === 'error' ? INK.bad : INK.line}"/>`
    return dot + (ports.length > 1 ? words(x + CARD.width + 9, top - 5, label, { size: 11, fill: INK.muted }) : '')
  })
  const way = presentation?.trigger
    ? ''
    : `<circle cx="${at(x)}" cy="${at(y + box.height / 2)}" r="4" fill="${INK.card}" stroke="${INK.line}"/>`
  return rect(box, `${look} stroke="${INK.line}"`) + drawn + title + sentence.join('') + way + dots.join('')
}

function wires({ document, presentations }: DrawingInput, boxes: readonly GroupBox[]): string {
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
  return shownEdges(document)
    .map(({ edge, source, target }) => {
      const [from, to] = [end(source, edge.from.port), end(target, null)]
      if (!from || !to) return ''
      const bend = Math.max(40, Math.abs(to.x - from.x) / 2)
      const ink = edge.from.port === 'error' ? INK.bad : INK.wire
      return `<path d="M${at(from.x)} ${at(from.y)}C${at(from.x + bend)} ${at(from.y)} ${at(to.x - bend)} ${at(to.y)} ${at(to.x)} ${at(to.y)}" stroke="${ink}"/>`
    })
    .join('')
}

/** The workflow as shown on the canvas; collapsed groups stay collapsed. */
export function drawWorkflow(input: DrawingInput): Drawing {
  const { name, document, presentations, icons } = input
  const heights = Object.fromEntries(document.nodes.map(({ id }) => [id, heightOf(presentations[id])]))
  const boxes = groupBoxes(document, heights)
  const hidden = hiddenNodes(document)
  const shown = document.nodes.filter(({ id }) => !hidden.has(id))
  const areas = [
    ...shown.map(({ id, position }) => ({ ...position, width: CARD.width, height: heights[id] ?? CARD.height })),
    ...document.notes.map(({ position, size }) => ({ ...position, ...size })),
    ...boxes,
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
    ...boxes.filter(({ group }) => !group.collapsed).map(groupShape),
    ...document.notes.map(noteShape),
    `<g fill="none" stroke-width="1.5">${wires(input, boxes)}</g>`,
    ...shown.map((node) => cardShape(node, presentations[node.id], icons)),
    ...boxes.filter(({ group }) => group.collapsed).map(groupShape),
    areas.length === 0 ? words(24, 64, 'This workflow is empty.', { fill: INK.muted }) : '',
    '</svg>',
  ]
  return { svg: parts.join('\n'), width, height }
}
