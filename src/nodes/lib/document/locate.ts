/** From a span of text back to its place on the page. */
import type { ParsedDocument, TextItem } from '#nodes/ports.ts'
import { relativeWidth } from './glyph-width.ts'

export type Box = [number, number, number, number]
export interface Place {
  /** From 1; null where the format has no pages or the span lies outside the document. */
  page: number | null
  /** `[x0, y0, x1, y1]` as fractions of the page, origin top left; one per line touched, on `page` only. */
  boxes: Box[]
}

type Extent = Pick<TextItem, 'start' | 'end'>

/** Whether one of the items, which are sorted and do not overlap, is at least partly in the span. */
export function hasItem(items: readonly Extent[], start: number, end: number): boolean {
  const first = items[firstEndingAfter(items, start)]
  return first !== undefined && first.start < end
}

/** The first index whose item ends after `offset`; items are sorted by `start` and do not overlap. */
function firstEndingAfter(items: readonly Extent[], offset: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && item.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of an item's box that the span covers. */
function clip(text: string, item: TextItem, start: number, end: number): Box {
  const [x0, y0, x1, y1] = item.box
  const whole = relativeWidth(text, item.start, item.end)
  if (whole <= 0) return [x0, y0, x1, y1]
  const at = (offset: number): number => x0 + ((x1 - x0) * relativeWidth(text, item.start, offset)) / whole
  return [at(Math.max(item.start, start)), y0, at(Math.min(item.end, end)), y1]
}

/** Half of the lower height shared: the two boxes stand on one line. */
function sameLine(a: Box, b: Box): boolean {
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return shared > 0.5 * Math.min(a[3] - a[1], b[3] - b[1])
}

/** Joins neighbours of one line, so that a span over many short items is marked once per line. */
function joinLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  for (const box of boxes) {
    const last = lines.at(-1)
    const height = box[3] - box[1]
    const near = last !== undefined && sameLine(last, box) && box[0] >= last[0] && box[0] - last[2] < 2 * height
    if (last !== undefined && near) {
      last[1] = Math.min(last[1], box[1])
      last[2] = Math.max(last[2], box[2])
      last[3] = Math.max(last[3], box[3])
    } else lines.push([...box])
  }
  return lines
}

const pageAt = (document: ParsedDocument, offset: number): number | null =>
  document.pages.find((page) => page.width !== null && offset >= page.start && offset < page.end)?.page ?? null

/**
 * Where the characters `start` to `end` (UTF-16, end exclusive, positions in `document.text`) stand: the page of the first one
 * and boxes on that page, clipped within each text item by the usual widths of its characters. A span over a page break keeps the boxes of its first
 * page. `{page: null, boxes: []}` for formats without layout and for empty or outside spans. O(log items + items touched).
 */
export function locate(document: ParsedDocument, start: number, end: number): Place {
  if (!(end > start)) return { page: null, boxes: [] }
  const { items } = document
  const touched: TextItem[] = []
  for (let index = firstEndingAfter(items, start); index < items.length; index++) {
    const item = items[index]
    if (item === undefined || item.start >= end) break
    touched.push(item)
  }
  const first = touched[0]
  if (first === undefined) return { page: pageAt(document, start), boxes: [] }
  const boxes = touched.filter((item) => item.page === first.page).map((item) => clip(document.text, item, start, end))
  return { page: first.page, boxes: joinLines(boxes) }
}
