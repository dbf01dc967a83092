/** How an answer is compared with what is expected: a score from 0 to 1, and why. Pure. */
import type { Scorer } from '#contract/evaluations.ts'
import type { Json } from '#contract/primitives.ts'
import { canonicalJson } from '#graph/hash.ts'

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
export function partAt(value: Json, path: string): Json | undefined {
  let at: Json | undefined = value
  for (const key of path === '' ? [] : path.split('.')) {
    if (Array.isArray(at)) at = /^\d{1,6}$/.test(key) ? at[Number(key)] : undefined
    else if (typeof at === 'object' && at !== null && Object.hasOwn(at, key)) at = at[key]
    else return undefined
  }
  return at
}

function contains(output: Json, expected: Json, ignoreCase: boolean): Scored {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  const wanted = (Array.isArray(expected) ? expected : [expected]).map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  )
  if (wanted.length === 0) return wrong('Nothing is expected')
  const text = fold(typeof output === 'string' ? output : JSON.stringify(output))
  const missing = wanted.filter((one) => !text.includes(fold(one)))
  const note = missing.length === 0 ? '' : `Not found: ${missing.map(brief).join(', ')}`
  return { score: (wanted.length - missing.length) / wanted.length, note }
}

/** The fields of an object that hold no object themselves, by their paths. */
function leaves(value: Json, path = ''): [string, Json][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([key, part]) => leaves(part, path === '' ? key : `${path}.${key}`))
}

function jsonFields(output: Json, expected: Json): Scored {
  const wanted = leaves(expected)
  if (wanted.length === 0) return wrong('Nothing is expected')
  const off = wanted.filter(([path, value]) => !same(partAt(output, path), value))
  const note = off
    .slice(0, 5)
    .map(([path, value]) => `${path}: ${brief(partAt(output, path))} instead of ${brief(value)}`)
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
