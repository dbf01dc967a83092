/** How an answer is compared with what is expected: a score from 0 to 1, and why. Pure. */
import type { Scorer } from '#contract/agents/evaluations.ts'
import type { Json } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'

export interface Scored {
  score: number
  note: string
}

const brief = (value: Json | undefined): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
const plain = (value: Json): Json => (typeof value === 'string' ? value.trim() : value)
const same = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(plain(a ?? null)) === canonicalJson(plain(b ?? null))
const right = (note = ''): Scored => ({ score: 1, note })
const wrong = (note: string): Scored => ({ score: 0, note })

/** A part of a value by its dotted path; undefined where there is none. */
export const partAt = (value: Json, path: string): Json | undefined => partBy(value, path === '' ? [] : path.split('.'))

function partBy(value: Json, keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of keys) {
    if (Array.isArray(at)) at = /^\d{1,6}$/.test(key) ? at[Number(key)] : undefined
    else if (typeof at === 'object' && at !== null && Object.hasOwn(at, key)) at = at[key]
    else return undefined
  }
  return at
}

/** Characters of an answer times the texts that are looked for in it: some 100 ms. */
const MOST_SEARCHED = 200_000_000

function contains(output: Json, expected: Json, ignoreCase: boolean): Scored {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  const wanted = (Array.isArray(expected) ? expected : [expected]).map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  )
  if (wanted.length === 0) return wrong('Nothing is expected')
  const text = fold(typeof output === 'string' ? output : JSON.stringify(output))
  if (text.length * wanted.length > MOST_SEARCHED)
    return wrong('The answer is too long to look for so many texts in it')
  const missing = wanted.filter((one) => !text.includes(fold(one)))
  const note = missing.length === 0 ? '' : `Not found: ${missing.map(brief).join(', ')}`
  return { score: (wanted.length - missing.length) / wanted.length, note }
}

/** The fields of an object that hold no object themselves, by their keys: a text of a path would hold a long name once per field. */
function leaves(value: Json, keys: readonly string[] = []): [keys: readonly string[], value: Json][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[keys, value]]
  return Object.entries(value).flatMap(([key, part]) => leaves(part, [...keys, ...key.split('.')]))
}

function jsonFields(output: Json, expected: Json): Scored {
  const wanted = leaves(expected)
  if (wanted.length === 0) return wrong('Nothing is expected')
  const off = wanted.filter(([keys, value]) => !same(partBy(output, keys), value))
  const note = off
    .slice(0, 5)
    .map(([keys, value]) => `${brief(keys.join('.'))}: ${brief(partBy(output, keys))} instead of ${brief(value)}`)
  return { score: (wanted.length - off.length) / wanted.length, note: note.join('; ') }
}

function numeric(output: Json, expected: Json, { tolerance, path }: { tolerance: number; path: string }): Scored {
  const found = partAt(output, path)
  const [given, wanted] = [found, expected].map((value) =>
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN,
  )
  if (given === undefined || wanted === undefined || !Number.isFinite(given))
    return wrong(`${brief(found)} is no number`)
  if (!Number.isFinite(wanted)) return wrong('What is expected is no number')
  const apart = Math.abs(given - wanted)
  return apart <= tolerance ? right() : wrong(`${given} is ${apart} away from ${wanted}`)
}

/** @returns null for a judge: a model is asked */
export function scoreOf(scorer: Scorer, output: Json, expected: Json): Scored | null {
  switch (scorer.type) {
    case 'exact':
      return same(output, expected) ? right() : wrong(`Answered ${brief(output)}`)
    case 'contains':
      return contains(output, expected, scorer.ignore_case)
    case 'json_fields':
      return jsonFields(output, expected)
    case 'number':
      return numeric(output, expected, scorer)
    case 'judge':
      return null
  }
}
