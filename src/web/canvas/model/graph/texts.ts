/** The texts in settings, each with its place. Pure. */
import type { Json } from '#contract/core/primitives.ts'

const join = (path: string, part: string | number) => (path === '' ? `${part}` : `${path}.${part}`)

/** The same value with every text changed; the same object when none does. */
export function mapTexts<T extends Json>(value: T, change: (text: string, path: string) => string, path = ''): T {
  if (typeof value === 'string') return change(value, path) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value) as [string, Json][]
  const changed = entries.map(([key, part]) => [key, mapTexts(part, change, join(path, key))] as const)
  if (changed.every(([, part], at) => part === entries[at]?.[1])) return value
  return (Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)) as T
}

export interface TextAt {
  /** Dotted, from the settings on. */
  path: string
  text: string
}

/** Every text of some settings, in their order. */
export function textsIn(value: Json, path = ''): TextAt[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsIn(part as Json, join(path, key)))
}
