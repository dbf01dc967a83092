/** Tables of a document: those its reader found, and in plain text those drawn with bars or tabs. */
import { inertCell, quoteCell } from '#contract/core/csv.ts'
import type { DocumentTable, ParsedDocument } from '#nodes/ports.ts'

const RULE = /^[\s|:+=-]{3,2000}$/

/** The cells of a line: between bars, else between tabs; null when it is no row. */
function cellsOf(line: string): string[] | null {
  const trimmed = line.trim()
  if (trimmed.includes('|')) {
    const inside = trimmed.replace(/^\|/, '').replace(/\|$/, '')
    const cells = inside.split('|').map((cell) => cell.trim())
    return cells.length > 1 ? cells : null
  }
  if (!line.includes('\t')) return null
  const cells = line.split('\t').map((cell) => cell.trim())
  return cells.filter(Boolean).length > 1 ? cells : null
}

function drawn(text: string): DocumentTable[] {
  const tables: DocumentTable[] = []
  let current: DocumentTable | null = null
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const cells: string[] | null = RULE.test(line) && current !== null ? [] : cellsOf(line)
    if (cells === null) current = null
    else if (current === null) {
      current = { page: 1, rows: [cells], start, end }
      tables.push(current)
    } else {
      if (cells.length > 0) current.rows.push(cells)
      current.end = end
    }
    start = end + 1
  }
  return tables.filter(({ rows }) => rows.length > 1)
}

export const tablesIn = (document: ParsedDocument): DocumentTable[] =>
  document.tables.length > 0 || document.items.length > 0 ? document.tables : drawn(document.text)

/** Rows as objects; columns without a name or with one that another has are numbered. */
export function recordsOf(columns: readonly string[], rows: readonly (readonly string[])[]): Record<string, string>[] {
  const names: string[] = []
  columns.forEach((column, index) => {
    const name = column.trim() || `column_${index + 1}`
    names.push(names.includes(name) || name === '__proto__' ? `${name}_${index + 1}` : name)
  })
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}

/** RFC 4180. What a document writes as a number stays one, its sign too. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => quoteCell(/^[+-]?[\d.,]+%?$/.test(cell) ? cell : inertCell(cell))).join(','))
    .join('\r\n')
