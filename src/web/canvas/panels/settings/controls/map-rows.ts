/** An object as rows of a name and a value, as they are while one writes them. Pure. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { t } from '#web/lib/language.ts'

export interface MapRow {
  name: string
  value: Json | undefined
}

const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export const rowsOf = (value: Json | undefined): readonly MapRow[] =>
  isObject(value) ? Object.entries(value).map(([name, one]) => ({ name, value: one })) : []

/** Why a row is no entry of the object; null where it is one. */
export function rowProblem(rows: readonly MapRow[], index: number): string | null {
  const name = rows[index]?.name ?? ''
  if (name === '') return t('Enter a name')
  if (RESERVED.has(name)) return t('This name is reserved')
  return rows.slice(0, index).some((one) => one.name === name) ? t('This name is already used') : null
}

/** The object of the rows that are whole; undefined for none, so that an empty field is not set. */
export function objectOf(rows: readonly MapRow[]): JsonObject | undefined {
  const whole = rows.filter((_, index) => rowProblem(rows, index) === null)
  return whole.length === 0
    ? undefined
    : Object.fromEntries(whole.map(({ name, value }) => [name, value === undefined ? '' : value]))
}

/** Whether rows show an object whole: what is nested deeper is better read as JSON. */
export const isFlat = (value: Json | undefined): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null)
