/** Page furniture: headers and footers that return on several pages, set apart so that no sentence runs through them. */
import type { Fragment, PageText } from './fragments.ts'
import { extentOf, linesOf, segmentsOf } from './segments.ts'

interface Furnished {
  header: Fragment[]
  body: Fragment[]
  footer: Fragment[]
}
interface Line {
  fragments: Fragment[]
  /** The words with every number made equal: page numbers and times differ. */
  key: string
  y0: number
  y1: number
}

/** Headers and footers are within this part of the height, from above and from below. */
const ZONE = 0.15
/** The same line may be this many points higher or lower on another page. */
const SAME_PLACE = 6
/** A line this close to the text below it, and with as many cells, is the header of a continued table. */
const TABLE_CELLS = 3

export function setFurnitureApart(pages: readonly PageText[]): Furnished[] {
  const lines = pages.map(({ fragments }) => linesOf(fragments, (f) => f).map(asLine))
  const zones = pages.map(({ fragments }) => zoneOf(fragments))
  const edges = lines.flatMap((page, i) => page.filter((line) => isNearEdge(line, zones[i])))
  const places = new Map<string, number[]>()
  for (const { key, y0 } of edges) places.set(key, [...(places.get(key) ?? []).slice(-20), y0])
  const returns = ({ key, y0 }: Line) =>
    (places.get(key) ?? []).filter((y) => Math.abs(y - y0) <= SAME_PLACE).length > 1
  return lines.map((page, i) => {
    const edge = (line: Line) => isNearEdge(line, zones[i]) && returns(line)
    let from = page.findIndex((line) => !edge(line))
    if (from < 0) return { header: [], body: pages[i]?.fragments ?? [], footer: [] }
    let to = page.findLastIndex((line) => !edge(line)) + 1
    while (from > 0 && isTableHead(page[from - 1], page[from])) from--
    while (to < page.length && isTableHead(page[to - 1], page[to])) to++
    const part = (start: number, end: number) => page.slice(start, end).flatMap((line) => line.fragments)
    return { header: part(0, from), body: part(from, to), footer: part(to, page.length) }
  })
}

const asLine = (fragments: Fragment[]): Line => {
  const { y0, y1 } = extentOf(fragments)
  const words = fragments.toSorted((a, b) => a.x0 - b.x0).map((f) => f.text)
  return { fragments, key: words.join(' ').replaceAll(/\d+/g, '#'), y0, y1 }
}

const zoneOf = (fragments: Fragment[]): [number, number] => {
  if (fragments.length === 0) return [0, 0]
  const { y0, y1 } = extentOf(fragments)
  return [y0 + ZONE * (y1 - y0), y1 - ZONE * (y1 - y0)]
}

const isNearEdge = (line: Line, [top, bottom]: [number, number] = [0, 0]): boolean =>
  line.y1 <= top || line.y0 >= bottom

const isTableHead = (line: Line | undefined, next: Line | undefined): boolean =>
  line !== undefined &&
  next !== undefined &&
  next.y0 - line.y1 < line.y1 - line.y0 &&
  segmentsOf(line.fragments).length >= TABLE_CELLS &&
  segmentsOf(next.fragments).length >= TABLE_CELLS
