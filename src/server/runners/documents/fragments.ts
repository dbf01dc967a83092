/** The words of one PDF page with their places, as pdf.js gives them, turned into two spaces: fractions of the page as it is shown, and points in the direction of reading. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import { type Drawn, type Matrix, multiply, readDrawn } from './drawn.ts'

export interface Fragment {
  text: string
  /** Reading space, points, y down: rotated so that most of the page's text runs left to right. */
  x0: number
  y0: number
  x1: number
  y1: number
  /** Font size in points. */
  size: number
  font: string
  /** On the page as shown: fractions, origin top left. */
  box: [number, number, number, number]
}

export interface PageText {
  width: number
  height: number
  /** Runs in the page's main direction. */
  fragments: Fragment[]
  /** Runs in other directions (stamps, margin notes, watermarks), one group each. */
  aside: Fragment[][]
  /** In the space of `fragments`. */
  drawn: Drawn
}

interface Placed {
  fragment: Omit<Fragment, 'x0' | 'y0' | 'x1' | 'y1'>
  /** Quarter turns clockwise of the text on the shown page; 4 when it runs at any other angle. */
  turns: number
  corners: [number, number, number, number]
}

const MAX_PAGE_FRAGMENTS = 50_000

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000

export const readPage = async (page: PDFPageProxy): Promise<PageText> => {
  const viewport = page.getViewport({ scale: 1 })
  const content = await page.getTextContent()
  const unit = Math.hypot(viewport.transform[0] ?? 1, viewport.transform[1] ?? 0) || 1
  const placed: Placed[] = []
  for (const item of content.items.slice(0, MAX_PAGE_FRAGMENTS)) {
    if (!('str' in item) || item.str.trim() === '') continue
    const style = content.styles[item.fontName]
    const one = place(item, multiply(viewport.transform, item.transform), unit, style, viewport)
    if (one !== null) placed.push(one)
  }
  const main = mostCommon(placed)
  const groups = [0, 1, 2, 3, OBLIQUE].map((turns) =>
    placed
      .filter((one) => one.turns === turns)
      .map((one) => ({ ...one.fragment, ...turned(one.corners, turns, viewport) })),
  )
  const fragments = groups[main] ?? []
  return {
    width: viewport.width,
    height: viewport.height,
    fragments,
    aside: groups.filter((group, turns) => turns !== main && group.length > 0),
    drawn: isSideBySide(fragments)
      ? await readDrawn(page, multiply(turnMatrix(main, viewport), viewport.transform))
      : { boxes: [], rules: [] },
  }
}

/** Whether any text has other text next to it. If not, boxes change nothing and the drawing of the page is not read. */
const isSideBySide = (fragments: readonly Fragment[]): boolean => {
  let above: Fragment | undefined
  for (const f of fragments.toSorted((a, b) => a.y1 - b.y1)) {
    const shared = above === undefined ? 0 : Math.min(above.y1, f.y1) - Math.max(above.y0, f.y0)
    if (above !== undefined && shared > 0 && (f.x0 > above.x1 + f.size || above.x0 > f.x1 + f.size)) return true
    above = f
  }
  return false
}

interface Item {
  str: string
  width: number
  height: number
  fontName: string
}
interface Style {
  ascent?: number
  descent?: number
  vertical?: boolean
}

const place = (
  item: Item,
  m: number[],
  unit: number,
  style: Style | undefined,
  page: { width: number; height: number },
): Placed | null => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = m
  const size = Math.hypot(c, d) || Math.hypot(a, b)
  if (!(size > 0.1) || !Number.isFinite(e + f + size)) return null
  const along = Math.hypot(a, b) || 1
  const [ux, uy] = [a / along, b / along]
  const [vx, vy] = [c / size, d / size]
  const length = (style?.vertical === true ? 0.5 * size : item.width * unit) || 0.1
  const ascent = within(style?.ascent, 0.5, 1.1, 0.8) * size
  const descent = within(style?.descent, -0.5, 0, -0.2) * size
  const xs = [0, length].flatMap((s) => [ascent, descent].map((t) => e + ux * s + vx * t))
  const ys = [0, length].flatMap((s) => [ascent, descent].map((t) => f + uy * s + vy * t))
  const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  if (x1 < 0 || y1 < 0 || x0 > page.width || y0 > page.height) return null
  return {
    fragment: {
      text: cleanText(item.str).trim(),
      size: Math.round(size * 10) / 10,
      font: item.fontName,
      box: [rounded(x0 / page.width), rounded(y0 / page.height), rounded(x1 / page.width), rounded(y1 / page.height)],
    },
    turns: quarterTurns(Math.atan2(uy, ux)),
    corners: [x0, y0, x1, y1],
  }
}

const OBLIQUE = 4
/** Text that leans by more than this many quarter turns (about five degrees) is a stamp or a watermark. */
const MAX_LEAN = 0.055

const quarterTurns = (angle: number): number => {
  const turns = angle / (Math.PI / 2)
  const nearest = Math.round(turns)
  return Math.abs(turns - nearest) > MAX_LEAN ? OBLIQUE : (nearest + 4) % 4
}

const within = (value: number | undefined, low: number, high: number, otherwise: number): number =>
  value !== undefined && value >= low && value <= high && value !== 0 ? value : otherwise

const mostCommon = (placed: Placed[]): number => {
  const chars = [0, 0, 0, 0, 0]
  for (const one of placed) chars[one.turns] = (chars[one.turns] ?? 0) + one.fragment.text.length
  return chars.indexOf(Math.max(...chars))
}

const turned = ([x0, y0, x1, y1]: Placed['corners'], turns: number, page: { width: number; height: number }) => {
  if (turns === 1) return { x0: y0, y0: page.width - x1, x1: y1, y1: page.width - x0 }
  if (turns === 2) return { x0: page.width - x1, y0: page.height - y1, x1: page.width - x0, y1: page.height - y0 }
  if (turns === 3) return { x0: page.height - y1, y0: x0, x1: page.height - y0, y1: x1 }
  return { x0, y0, x1, y1 }
}

/** What `turned` does, as a matrix. */
const turnMatrix = (turns: number, page: { width: number; height: number }): Matrix => {
  if (turns === 1) return [0, -1, 1, 0, 0, page.width]
  if (turns === 2) return [-1, 0, 0, -1, page.width, page.height]
  if (turns === 3) return [0, 1, -1, 0, page.height, 0]
  return [1, 0, 0, 1, 0, 0]
}
