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
 * Returns what the listing action is given. What is searched for goes in where the service searches.
 * @returns the keys that still have to be filled in, where there are any
 */
export function listingInput(
  list: ChoiceList,
  given: JsonObject,
  search: string,
): { input: JsonObject } | { missing: string[] } {
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
  if (!list.search || term === '') return { input }
  const { key, text = '{value}' } = list.search
  return { input: { ...input, [key]: termOf(text, term) } }
}

/** Returns the choices in an answer, or in the items of all of its pages, each value once and at most `most`. */
export function choicesIn(list: ChoiceList, answer: Json, most: number): Choice[] {
  const found = Array.isArray(answer) ? answer : valueAt(answer, list.items)
  const items = Array.isArray(found) ? found : []
  const entries =
    list.inner === undefined
      ? items
      : items.flatMap((item) => {
          const inside = valueAt(item, list.inner ?? '')
          return Array.isArray(inside) ? inside : []
        })
  const choices = new Map<string, Choice>()
  for (const entry of entries) {
    if (list.only && !list.only.is.includes(valueAt(entry, list.only.at) ?? null)) continue
    const value = valueAt(entry, list.value)
    if (!isGiven(value) || typeof value === 'object' || String(value).length > LONGEST_VALUE) continue
    const label = valueAt(entry, list.label)
    const text = isGiven(label) && typeof label !== 'object' ? String(label) : String(value)
    const key = JSON.stringify(value)
    if (!choices.has(key)) choices.set(key, { label: text.slice(0, LONGEST_LABEL), value: value ?? null })
    if (choices.size >= most) break
  }
  return [...choices.values()]
}
