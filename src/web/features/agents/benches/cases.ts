/** Cases as they are edited, and what files and tables become. Pure. */

import { BENCH } from '#contract/agents/bench-limits.ts'
import type { BenchCase } from '#contract/agents/benches.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type CaseText, toCaseText, toTestCase } from '#web/parts/agents/cases/case-text.ts'
import { setField } from '#web/parts/agents/cases/sample-input.ts'
import type { FormField } from '#web/parts/runs/form-shape.ts'

export const emptyCase = (input: JsonObject = {}, name = ''): CaseText => ({
  key: crypto.randomUUID(),
  name,
  input,
  expected: '',
  type: 'contains',
  tolerance: '0',
  path: '',
  instruction: '',
})

export const benchCaseText = (one: BenchCase, key: string): CaseText =>
  one.expected === null ? { ...toCaseText(one, key), expected: '' } : toCaseText(one, key)

/** Nothing typed is nothing expected. */
export function toBenchCase(text: CaseText): BenchCase {
  const one = toTestCase(text)
  return text.expected.trim() === '' ? { ...one, expected: null } : one
}

/** A file is a case: it goes into the first field of each agent that takes one. */
export const fileInput = (fields: readonly string[], file_id: string): JsonObject =>
  Object.fromEntries(fields.map((name): [string, Json] => [name, { file_id }]))

const MOST_CELL = 100_000

/** Rows of a table as text (RFC 4180): quotes around a cell, doubled inside it. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const source = text.replace(/^\ufeff/, '')
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') cell += source[at++]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === ',' || sign === '\n' || sign === '\r') {
      row.push(cell.slice(0, MOST_CELL))
      cell = ''
      if (sign === ',') continue
      if (sign === '\r' && source[at + 1] === '\n') at++
      rows.push(row)
      row = []
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell.slice(0, MOST_CELL)])
  return rows.filter((one) => one.some((value) => value.trim() !== ''))
}

const same = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')

interface Imported {
  cases: CaseText[]
  /** Columns that are no field. */
  left: string[]
  /** Rows that do not fit any more. */
  more: number
}

/** Columns by the names of fields, and `name` and `expected`. */
export function parseCaseTable(rows: readonly string[][], fields: readonly FormField[], room: number): Imported {
  const [head = [], ...body] = rows
  const columns = head.map((title) => ({
    title,
    kind: same(title) === 'expected' ? 'expected' : same(title) === 'name' ? 'name' : 'input',
    field: fields.find(({ name, label, kind }) => kind !== 'file' && [same(name), same(label)].includes(same(title))),
  }))
  const cases = body.slice(0, room).map((cells) => {
    const one = emptyCase()
    for (const [at, { kind, field }] of columns.entries()) {
      const value = cells[at] ?? ''
      if (field)
        one.input = setField(one.input, field, field.kind === 'boolean' ? /^(true|yes|1)$/i.test(value.trim()) : value)
      else if (kind === 'expected') one.expected = value
      else if (kind === 'name') one.name = value.slice(0, BENCH.name)
    }
    return one
  })
  const left = columns.filter(({ kind, field }) => kind === 'input' && !field).map(({ title }) => title)
  return { cases, left, more: Math.max(0, body.length - room) }
}
