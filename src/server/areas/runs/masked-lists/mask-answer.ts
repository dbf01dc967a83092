/** The answer of a list with personal data masked in it. */
import { setImmediate } from 'node:timers/promises'
import type { MaskedRows } from '#contract/endpoint-lists/masked-lists.ts'
import { MASK } from '#contract/runs/oversight/mask-values.ts'
import { maskText } from './mask-texts.ts'

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy in which the text at a path is changed, if there is one. `*` stands for each value, and `change` is told its name. */
function changed(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (text: string, name: string) => string,
  name = '',
): unknown {
  if (key === '*' && Array.isArray(value)) return value.map((inner) => changed(inner, rest, change))
  if (key === undefined) return typeof value === 'string' ? change(value, name) : value
  if (!isRow(value)) return value
  if (key === '*')
    return Object.fromEntries(Object.entries(value).map(([one, inner]) => [one, changed(inner, rest, change, one)]))
  return key in value ? { ...value, [key]: changed(value[key], rest, change) } : value
}

function maskRow(row: unknown, { texts, people = [], only }: MaskedRows): unknown {
  if (only !== undefined && idOf(row, only) === null) return row
  const masked = texts.reduce((one, path) => changed(one, path.split('.'), maskText), row)
  return people.reduce((one, path) => changed(one, path.split('.'), (text) => (text === '' ? '' : MASK)), masked)
}

const rowsOf = (answer: Row, { rows }: MaskedRows): readonly unknown[] => {
  const found = answer[rows]
  return Array.isArray(found) ? found : []
}

const idOf = (row: unknown, name: string): string | null => {
  const id = isRow(row) ? row[name] : null
  return typeof id === 'string' ? id : null
}

/** Rows that are masked before others get their turn: a text that wasn’t read before takes a tenth of a millisecond. */
const AT_ONCE = 20

/** @param shown the id of a row that stays as it is */
export async function maskAnswer(
  answer: unknown,
  lists: readonly MaskedRows[],
  shown: string | null,
): Promise<unknown> {
  if (!isRow(answer)) return answer
  const masked: Record<string, unknown[]> = {}
  for (const list of lists) {
    const rows: unknown[] = []
    for (const [n, row] of rowsOf(answer, list).entries()) {
      if (n > 0 && n % AT_ONCE === 0) await setImmediate()
      rows.push(shown !== null && idOf(row, list.key) === shown ? row : maskRow(row, list))
    }
    masked[list.rows] = rows
  }
  return { ...answer, ...masked }
}

export interface Shown {
  /** Ids of the rows. */
  rows: string[]
  runs: string[]
}

/** What is shown of an answer: one row, or all that hide something. */
export function findShown(answer: unknown, lists: readonly MaskedRows[], only: string | null): Shown {
  if (!isRow(answer)) return { rows: [], runs: [] }
  const found = lists.flatMap((list) =>
    rowsOf(answer, list)
      .filter((row) =>
        only === null ? JSON.stringify(row) !== JSON.stringify(maskRow(row, list)) : idOf(row, list.key) === only,
      )
      .map((row) => ({ row: idOf(row, list.key), run: list.run === undefined ? null : idOf(row, list.run) })),
  )
  const ids = (all: (string | null)[]) => [...new Set(all.filter((id) => id !== null))].toSorted()
  return { rows: ids(found.map(({ row }) => row)), runs: ids(found.map(({ run }) => run)) }
}
