/** Data as lines of a tree, each with the expression that reads it: pure. */

import type { Json } from '#contract/core/primitives.ts'
import { written } from '#web/canvas/panels/expression/data-path.ts'
import { t } from '#web/lib/language.ts'

export type Kind = 'object' | 'list' | 'text' | 'number' | 'yes/no' | 'empty'

export interface DataLine {
  /** `$nodes.extract.items[0].name` */
  path: string
  name: string
  depth: number
  kind: Kind
  /** The value in short; of a list or object how much is in it. */
  text: string
  value: Json
}

/** The expression of a part of what another expression gives. */
export function stepPath(base: string, key: string | number): string {
  if (typeof key === 'number') return `${base}[${key}]`
  const name = written(key)
  return name === null ? `$lookup(${base}, ${JSON.stringify(key)})` : `${base}.${name}`
}

export const kindOf = (value: Json): Kind => {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'object'
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'yes/no'
}

const LONGEST = 120

export function inShort(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 1 ? t('1 entry') : t('{count} entries', { count: value.length })
  if (typeof value === 'object') {
    const size = Object.keys(value).length
    return size === 1 ? t('1 field') : t('{size} fields', { size })
  }
  const text = String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const childrenOf = (value: Json): [string | number, Json][] => {
  if (Array.isArray(value)) return value.map((one, index) => [index, one])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

export interface LinesHow {
  /** What the value itself is read by: `$nodes.extract`. */
  base: string
  name: string
  /** Paths of lines whose inside is shown; everything that matches while there is a search. */
  open: ReadonlySet<string>
  /** Lower case; empty for all. */
  search: string
  /** Of each list and object, and of all lines. */
  most: number
}

/** Whether a line or anything in it has the words in its name or value; looks at so many values at most. */
function found(name: string | number, value: Json, search: string, left: { values: number }): boolean {
  left.values -= 1
  if (left.values < 0) return false
  if (String(name).toLowerCase().includes(search)) return true
  const inside = childrenOf(value)
  if (inside.length > 0) return inside.some(([key, one]) => found(key, one, search, left))
  return typeof value !== 'object' && String(value).toLowerCase().includes(search)
}

const LOOKED_AT = 50_000

/** The lines of a value that are to be seen, in their order. */
export function linesOf(value: Json, { base, name, open, search, most }: LinesHow): DataLine[] {
  const lines: DataLine[] = []
  const left = { values: LOOKED_AT }
  const add = (path: string, called: string, one: Json, depth: number, shownWhole: boolean) => {
    if (lines.length >= most) return
    lines.push({ path, name: called, depth, kind: kindOf(one), text: inShort(one), value: one })
    const searched = search !== '' && !shownWhole
    if (!searched && !open.has(path)) return
    for (const [key, inner] of childrenOf(one).slice(0, most)) {
      if (searched && !found(key, inner, search, left)) continue
      const whole = shownWhole || (search !== '' && String(key).toLowerCase().includes(search))
      add(stepPath(path, key), typeof key === 'number' ? `[${key}]` : key, inner, depth + 1, whole)
    }
  }
  add(base, name, value, 0, search === '')
  return lines
}

export interface DataTable {
  columns: string[]
  rows: { path: string; cells: Json[] }[]
}

/** Rows of a list of objects (or of plain values), as a table: the value itself, or its one field that is a list. */
export function tableOf(value: Json, base: string, mostColumns = 30): DataTable | null {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) return null
    const lists = Object.entries(value).filter(([, one]) => Array.isArray(one) && one.length > 0)
    const [only] = lists
    return only && lists.length === 1 ? tableOf(only[1], stepPath(base, only[0]), mostColumns) : null
  }
  if (value.length === 0) return null
  const columns = new Set<string>()
  for (const row of value)
    if (kindOf(row) === 'object')
      for (const key of Object.keys(row as object)) if (columns.size < mostColumns) columns.add(key)
  const named = [...columns]
  return {
    columns: named.length > 0 ? named : [t('Value')],
    rows: value.map((row, index) => ({
      path: stepPath(base, index),
      cells: named.length > 0 ? named.map((key) => (row as Record<string, Json>)?.[key] ?? null) : [row],
    })),
  }
}

export interface FileIn {
  id: string
  name: string
  mime: string
  path: string
}

/** Every stored file in a value. */
export function filesIn(value: Json, base: string, left = { values: LOOKED_AT }): FileIn[] {
  left.values -= 1
  if (left.values < 0 || typeof value !== 'object' || value === null) return []
  const own =
    !Array.isArray(value) && typeof value.file_id === 'string'
      ? [{ id: value.file_id, name: String(value.name ?? t('File')), mime: String(value.mime ?? ''), path: base }]
      : []
  return [...own, ...childrenOf(value).flatMap(([key, one]) => filesIn(one, stepPath(base, key), left))]
}

/** The texts in a value, the longest first; the value itself when it is one. */
export function textsIn(value: Json, base: string): { path: string; text: string }[] {
  const texts: { path: string; text: string }[] = []
  const left = { values: LOOKED_AT }
  const visit = (one: Json, path: string) => {
    left.values -= 1
    if (left.values < 0) return
    if (typeof one === 'string') texts.push({ path, text: one })
    else for (const [key, inner] of childrenOf(one)) visit(inner, stepPath(path, key))
  }
  visit(value, base)
  return texts.toSorted((a, b) => b.text.length - a.text.length).slice(0, 20)
}
