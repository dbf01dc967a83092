/** What an account has to choose from for a field: the input of the action that lists it, and the choices in its answer. */
import type { ChoiceList } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { valueAt } from './answer.ts'
import { termOf } from './place.ts'

export interface Choice {
  label: string
  value: Json
}

const LONGEST_LABEL = 300
const LONGEST_VALUE = 1000
const KEY = /^\{([A-Za-z0-9_$.-]+)\}$/

/** The keys of the input that decide what there is to choose from. */
export const decidingKeys = ({ input }: ChoiceList): string[] =>
  Object.values(input).flatMap((value) => (typeof value === 'string' ? (KEY.exec(value)?.[1] ?? []) : []))

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''

/**
 * Returns the action that lists, and what it is given. What is searched for goes in where the service searches.
 * @returns the keys that still have to be filled in, where there are any
 */
export function listingInput(
  list: ChoiceList,
  given: JsonObject,
  search: string,
): { action: string; input: JsonObject } | { missing: string[] } {
  const own = (key: string) => (Object.hasOwn(given, key) ? given[key] : undefined)
  const missing = decidingKeys(list).filter((key) => !isGiven(own(key)))
  if (missing.length > 0) return { missing }
  const input = Object.fromEntries(
    Object.entries(list.input).map(([key, value]): [string, Json] => {
      const from = typeof value === 'string' ? KEY.exec(value)?.[1] : undefined
      return [key, from === undefined ? value : (own(from) ?? null)]
    }),
  )
  const term = search.trim()
  if (!list.search || term === '') return { action: list.action, input }
  const { key, text = '{value}', action } = list.search
  const sought = { [key]: termOf(text, term) }
  return action === undefined ? { action: list.action, input: { ...input, ...sought } } : { action, input: sought }
}

/** The entries of the lists inside an item: of one where the pointer has no `*`, else of one in each item on the way. */
function innerOf(item: Json, pointer: string): Json[] {
  const [here = '', ...deeper] = pointer.split('/*')
  const inside = valueAt(item, here)
  if (!Array.isArray(inside)) return []
  return deeper.length === 0 ? inside : inside.flatMap((one) => innerOf(one, deeper.join('/*')))
}

/** The first text at one of the places. */
function labelOf(entry: Json, places: ChoiceList['label']): string | undefined {
  for (const place of [places].flat()) {
    const found = valueAt(entry, place)
    if (isGiven(found) && typeof found !== 'object') return String(found)
  }
  return undefined
}

const fits = (entry: Json, only: ChoiceList['only']): boolean => {
  if (!only) return true
  const found = valueAt(entry, only.at)
  return only.is ? only.is.includes(found ?? null) : isGiven(found)
}

/** Returns the choices in an answer, or in the items of all of its pages, each value once and at most `most`. */
export function choicesIn(list: ChoiceList, answer: Json, most: number): Choice[] {
  const found = Array.isArray(answer) ? answer : valueAt(answer, list.items)
  const items = Array.isArray(found) ? found : []
  const { inner } = list
  const entries = inner === undefined ? items : items.flatMap((item) => innerOf(item, inner))
  const choices = new Map<string, Choice>()
  for (const entry of entries) {
    if (!fits(entry, list.only)) continue
    const value = valueAt(entry, list.value)
    if (!isGiven(value) || typeof value === 'object' || String(value).length > LONGEST_VALUE) continue
    const text = labelOf(entry, list.label) ?? String(value)
    const key = JSON.stringify(value)
    if (!choices.has(key)) choices.set(key, { label: text.slice(0, LONGEST_LABEL), value: value ?? null })
    if (choices.size >= most) break
  }
  return [...choices.values()]
}
