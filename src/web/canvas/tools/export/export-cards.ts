/** The cards of steps and the frames around loops, in a picture. Pure. */

import type { WorkflowNode } from '#graph/document.ts'
import { countedSteps } from '#web/canvas/model/graph/counts.ts'
import type { LoopBox } from '#web/canvas/model/graph/loops.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { CARD, cardHeight, portTop } from '#web/canvas/model/graph/sizes.ts'
import { t } from '#web/lib/language.ts'
import { at, hueOf, INK, rect, words } from './export-parts.ts'
import { fitted } from './export-text.ts'

/** What is inside a logo of 24 by 24 px, drawn in its colour. */
export interface Logo {
  markup: string
  colour: string
}

export interface CardInput {
  node: WorkflowNode
  presentation: NodePresentation | undefined
  /** What is inside the icon of its type, of 24 by 24 px; the logo is drawn instead where there is one. */
  icon: string
  logo: Logo | undefined
  /** How many steps it hides as a collapsed loop; null where it is none. */
  inside: number | null
}

/** Of the tile that an icon lies on, in px: its side, its distance from the edge of the card, and from its words. */
const TILE = { side: 36, left: 14, gap: 10 }
/** A logo or icon on it, in px. */
const ICON = 20
const RIGHT = 10

export const portsOf = (presentation: NodePresentation | undefined) =>
  presentation?.ports ?? [{ name: 'out', title: t('Out') }]
export const heightOf = (presentation: NodePresentation | undefined): number => cardHeight(portsOf(presentation).length)

const dot = (x: number, y: number, fill: string) =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="5" fill="${fill}" stroke="${INK.card}" stroke-width="2"/>`

/** The logo of what a step works with, else the icon of its type in the colour of its category. */
function tile({ presentation, icon, logo }: CardInput, x: number, y: number): string {
  const drawn = logo?.markup ?? icon
  if (!drawn) return ''
  const hue = hueOf(presentation?.category)
  const inset = (TILE.side - ICON) / 2
  const place = `transform="translate(${at(x + inset)} ${at(y + inset)}) scale(${at((ICON / 24) * 100) / 100})"`
  const look = logo
    ? `color="${logo.colour}"`
    : `fill="none" stroke="${hue.ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
  const back = rect({ x, y, width: TILE.side, height: TILE.side }, `fill="${logo ? INK.sunken : hue.soft}"`, 10)
  return `${back}<g ${place} ${look}>${drawn}</g>`
}

export function cardShape(input: CardInput): string {
  const { node, presentation, inside } = input
  const { x, y } = node.position
  const ports = portsOf(presentation)
  const box = { x, y, width: CARD.width, height: heightOf(presentation) }
  const middle = y + box.height / 2
  const look = node.disabled ? `fill="${INK.sunken}" stroke-dasharray="4 3"` : `fill="${INK.card}"`
  const behind =
    inside === null ? '' : rect({ ...box, x: x + 5, y: y + 5 }, `fill="${INK.card}" stroke="${INK.line}"`, 12)
  const bar = `<line x1="${at(x + 1.5)}" y1="${at(y + 12)}" x2="${at(x + 1.5)}" y2="${at(y + box.height - 12)}" stroke="${hueOf(presentation?.category).ink}" stroke-width="4" stroke-linecap="round"/>`
  const left = x + TILE.left + TILE.side + TILE.gap
  const room = x + CARD.width - RIGHT - left
  const sentence = presentation?.sentence ?? ''
  const title = words(left, sentence ? middle - 3 : middle + 5, fitted(node.title, room, 14), {
    weight: 500,
    struck: node.disabled === true,
    fill: node.disabled ? INK.muted : INK.ink,
  })
  const summary = sentence ? words(left, middle + 15, fitted(sentence, room, 12), { size: 12, fill: INK.muted }) : ''
  const outs = ports.map(({ name, title: label }, index) => {
    const top = y + portTop(index, ports.length)
    const out = dot(x + CARD.width, top, name === 'error' ? INK.bad : INK.line)
    return out + (ports.length > 1 ? words(x + CARD.width + 11, top - 6, label, { size: 12, fill: INK.muted }) : '')
  })
  return [
    behind,
    rect(box, `${look} stroke="${INK.line}"`, 12),
    bar,
    tile(input, x + TILE.left, middle - TILE.side / 2),
    title,
    summary,
    presentation?.trigger ? '' : dot(x, middle, INK.line),
    ...outs,
    inside === null ? '' : contents(inside, x + 12, y + box.height),
  ].join('')
}

/** On the lower edge of a collapsed loop: what is inside. */
function contents(count: number, x: number, y: number): string {
  const text = count === 1 ? t('1 step inside') : t('{count} steps inside', { count })
  const pill = { x, y: y - 12, width: 20 + text.length * 6.5, height: 24 }
  return (
    rect(pill, `fill="${INK.indigoSoft}" stroke="${INK.indigo}" stroke-opacity="0.4"`, 12) +
    words(x + 10, y + 4, text, { size: 12, fill: INK.indigo })
  )
}

export function loopShape(box: LoopBox): string {
  const { loop, body, x, y, width } = box
  const count = ` · ${countedSteps(body.length)}`
  const title = fitted(loop.title, width - 28 - count.length * 9, 16)
  return (
    rect(box, `fill="${INK.indigoSoft}" fill-opacity="0.45" stroke="${INK.indigo}" stroke-opacity="0.4"`, 12) +
    words(x + 14, y + 24, title + count, { size: 16, weight: 500, fill: INK.indigo })
  )
}
