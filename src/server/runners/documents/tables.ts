/** Tables of a page: runs of rows whose cells stand under each other. */
import type { Fragment } from './fragments.ts'
import { type Row, type Segment, segmentOf } from './segments.ts'

export interface FoundTable {
  /** Indexes into the rows given, both inclusive. */
  first: number
  last: number
  cells: Segment[][][]
}

interface Column {
  x0: number
  x1: number
}

const MIN_ROWS = 3
/** A gap between rows above this many font sizes ends a table. */
const ROW_GAP = 2.6

export const findTables = (rows: Row[]): FoundTable[] => {
  const tables: FoundTable[] = []
  let from = 0
  while (from < rows.length) {
    const table = tableAt(rows, from)
    if (table === null) from++
    else {
      tables.push(table)
      from = table.last + 1
    }
  }
  return tables
}

const tableAt = (rows: Row[], first: number): FoundTable | null => {
  const start = rows[first]
  if (start === undefined || start.segments.length < 2) return null
  let columns: Column[] = start.segments.map(({ x0, x1 }) => ({ x0, x1 }))
  let [last, full] = [first, 1]
  for (let i = first + 1; i < rows.length; i++) {
    const [row, above] = [rows[i], rows[i - 1]]
    if (row === undefined || above === undefined || row.y0 - above.y1 > ROW_GAP * row.size || row.y0 < above.y0) break
    let segments = row.segments
    let widened = widen(columns, segments)
    if (widened === null) {
      segments = segments.flatMap((segment) => split(segment, columns))
      widened = widen(columns, segments)
    }
    if (widened === null) break
    // A row of one cell belongs to a table only as the continuation of a cell above it.
    if (segments.length === 1 && row.y0 - above.y1 > 0.6 * row.size) break
    columns = widened
    row.segments = segments
    if (segments.length > 1) {
      full++
      last = i
    } else if (rows[i + 1]?.segments.length === 1) break
  }
  if (full < MIN_ROWS && !(full === 2 && columns.length >= 3)) return null
  return { first, last, cells: rows.slice(first, last + 1).map((row) => intoColumns(row.segments, columns)) }
}

/** A cell that bridges columns is really several, when its fragments keep to the columns. */
const split = (segment: Segment, columns: Column[]): Segment[] => {
  const groups: Fragment[][] = []
  let home: Column | undefined
  for (const f of segment.fragments) {
    const hit = columns.filter((column) => f.x0 < column.x1 && f.x1 > column.x0)
    if (hit.length > 1) return [segment]
    const column = hit[0] ?? home
    if (groups.length === 0 || column !== home) groups.push([f])
    else groups.at(-1)?.push(f)
    home = column
  }
  return groups.map(segmentOf)
}

/** The columns grown by the row's cells, or null when a cell would bridge two columns or two cells would share one. */
const widen = (columns: Column[], segments: Segment[]): Column[] | null => {
  const grown = columns.map((column) => ({ ...column }))
  const used = new Set<Column>()
  for (const { x0, x1 } of segments) {
    const hit = grown.filter((column) => x0 < column.x1 && x1 > column.x0)
    const [column] = hit
    if (hit.length > 1) return null
    if (column === undefined) {
      const added = { x0, x1 }
      grown.push(added)
      used.add(added)
      continue
    }
    if (used.has(column)) return null
    used.add(column)
    column.x0 = Math.min(column.x0, x0)
    column.x1 = Math.max(column.x1, x1)
  }
  grown.sort((a, b) => a.x0 - b.x0)
  const overlap = grown.some((column, i) => column.x0 < (grown[i - 1]?.x1 ?? Number.NEGATIVE_INFINITY))
  return overlap ? null : grown
}

const intoColumns = (segments: Segment[], columns: Column[]): Segment[][] =>
  columns.map((column) => segments.filter((s) => s.x0 < column.x1 && s.x1 > column.x0))
