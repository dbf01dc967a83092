/** The words of one PDF page with their places, as pdf.js gives them, turned into two spaces: fractions of the page as it is shown, and points in the direction of reading. */
import type { PDFPageProxy } from 'unpdf/pdfjs'
import { cleanText } from '#nodes/document/text-document.ts'

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
  /** Runs in other directions (stamps, margin notes), one group each. */
  aside: Fragment[][]
}

interface Placed {
  fragment: Omit<Fragment, 'x0' | 'y0' | 'x1' | 'y1'>
  /** Quarter turns clockwise of the text on the shown page. */
  turns: number
  corners: [number, number, number, number]
}

type Matrix = readonly number[]

const multiply = (m: Matrix, n: Matrix): number[] => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
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
  const groups = [0, 1, 2, 3].map((turns) =>
    placed
      .filter((one) => one.turns === turns)
      .map((one) => ({ ...one.fragment, ...turned(one.corners, turns, viewport) })),
  )
  return {
    width: viewport.width,
    height: viewport.height,
    fragments: groups[main] ?? [],
    aside: groups.filter((group, turns) => turns !== main && group.length > 0),
  }
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
    turns: (Math.round(Math.atan2(uy, ux) / (Math.PI / 2)) + 4) % 4,
    corners: [x0, y0, x1, y1],
  }
}

const within = (value: number | undefined, low: number, high: number, otherwise: number): number =>
  value !== undefined && value >= low && value <= high && value !== 0 ? value : otherwise

const mostCommon = (placed: Placed[]): number => {
  const chars = [0, 0, 0, 0]
  for (const one of placed) chars[one.turns] = (chars[one.turns] ?? 0) + one.fragment.text.length
  return chars.indexOf(Math.max(...chars))
}

const turned = ([x0, y0, x1, y1]: Placed['corners'], turns: number, page: { width: number; height: number }) => {
  if (turns === 1) return { x0: y0, y0: page.width - x1, x1: y1, y1: page.width - x0 }
  if (turns === 2) return { x0: page.width - x1, y0: page.height - y1, x1: page.width - x0, y1: page.height - y0 }
  if (turns === 3) return { x0: page.height - y1, y0: x0, x1: page.height - y0, y1: x1 }
  return { x0, y0, x1, y1 }
}
