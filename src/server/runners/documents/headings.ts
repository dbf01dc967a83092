/** Headings of a laid-out document: larger than the body, or short and set apart by another font or by capitals. */
import type { ParsedDocument } from '#nodes/ports.ts'
import type { DocumentWriter } from './writer.ts'

type Written = DocumentWriter['rows'][number]

const MAX_CHARS = 120
const LARGER = 1.12

interface Body {
  size: number
  font: string
}

export const findHeadings = (writer: DocumentWriter): ParsedDocument['headings'] => {
  const { text, rows } = writer
  const body = bodyOf(rows)
  const ofPage = new Map(writer.pages.map(({ page }) => [page, bodyOf(rows.filter((row) => row.page === page))]))
  const inTable = (row: Written) => writer.tables.some((table) => row.start >= table.start && row.end <= table.end)
  const long = longRuns(rows)
  const found = rows.filter((row) => {
    const words = text.slice(row.start, row.end)
    if (row.row.segments.length !== 1 || words.length > MAX_CHARS || !/\p{L}{2}/u.test(words) || inTable(row))
      return false
    return (row.row.size > body.size * LARGER && !long.has(row)) || isSetApart(words, row, ofPage.get(row.page) ?? body)
  })
  const larger = found.map((row) => row.row.size).filter((size) => size > body.size * LARGER)
  const sizes = [...new Set(larger)].toSorted((a, b) => b - a).slice(0, 5)
  return found.map((row) => {
    const rank = sizes.indexOf(row.row.size)
    const level = rank >= 0 ? rank + 1 : sizes.length + 1
    return { text: text.slice(row.start, row.end), level, start: row.start, end: row.end, page: row.page }
  })
}

/** Rows of one size that follow each other without a gap are a paragraph when there are more than two. */
const longRuns = (rows: Written[]): Set<Written> => {
  const long = new Set<Written>()
  let run: Written[] = []
  for (const row of rows) {
    const last = run.at(-1)
    if (last === undefined || row.opens || row.page !== last.page || row.row.size !== last.row.size) run = []
    run.push(row)
    if (run.length > 2) for (const one of run) long.add(one)
  }
  return long
}

const bodyOf = (rows: Written[]): Body => {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  for (const { row } of rows)
    for (const f of row.segments.flatMap((s) => s.fragments)) {
      sizes.set(f.size, (sizes.get(f.size) ?? 0) + f.text.length)
      fonts.set(f.font, (fonts.get(f.font) ?? 0) + f.text.length)
    }
  return { size: most(sizes) ?? 12, font: most(fonts) ?? '' }
}

const most = <T>(counts: Map<T, number>): T | undefined =>
  [...counts].reduce<[T, number] | undefined>(
    (best, one) => (best === undefined || one[1] > best[1] ? one : best),
    undefined,
  )?.[0]

const isSetApart = (words: string, { row, opens }: Written, body: Body): boolean => {
  if (row.size < body.size * 0.95 || words.length > 70 || /[.,;]$/.test(words) || !/^[\p{Lu}\p{N}]/u.test(words))
    return false
  if (words === words.toUpperCase() && /\p{Lu}{3}/u.test(words)) return true
  const otherFont = row.segments[0]?.fragments.every((f) => f.font !== body.font) ?? false
  return otherFont && (opens || words.endsWith(':'))
}
