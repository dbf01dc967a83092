/** Items of a list that is polled, and which of them are new. */
import type { Polling } from '#connectors/connector.ts'
import { canonicalJson } from '#connectors/manifest.ts'
import { valueAt } from '#connectors/request/answer.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'

export interface PolledItem {
  /** What makes it the same item, as text. */
  id: string
  value: Json
}

/** A longer list can't be watched: what was seen of it is kept whole. */
export const MOST_WATCHED = 10_000

const textOf = (value: Json | undefined): string | null =>
  value === undefined || value === null || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : canonicalJson(value)

/** Names for the cells of a row, from the first row. */
function columnsOf(head: Json, row: Json): JsonObject {
  if (!Array.isArray(head) || !Array.isArray(row)) return {}
  const named = head.flatMap((name, index): [string, Json][] =>
    typeof name === 'string' && name.trim() !== '' ? [[name.trim(), row[index] ?? null]] : [],
  )
  return Object.fromEntries(named)
}

/** A row of a table has its number as a spreadsheet counts it, its cells and, by the first row, their names. */
function rowOf(rows: readonly Json[], index: number): Json {
  const values = rows[index] ?? null
  return { row: index + 1, values, columns: columnsOf(rows[0] ?? null, values) }
}

/**
 * The items of an answer. One that has nothing to identify it is known by all that it has. @returns null where the answer has no list
 */
export function itemsOfAnswer(polling: Polling, answer: Json): PolledItem[] | null {
  const list = Array.isArray(answer) && polling.items !== '' ? answer : valueAt(answer, polling.items)
  // An empty sheet has no list at all.
  if (list === undefined && polling.id === null) return []
  if (!Array.isArray(list)) return null
  const { id } = polling
  if (id === null)
    return list.flatMap((value, index) =>
      polling.header_row && index === 0
        ? []
        : [{ id: String(index), value: polling.header_row ? rowOf(list, index) : value }],
    )
  return list.map((value) => ({ id: textOf(valueAt(value, id)) ?? canonicalJson(value), value }))
}
