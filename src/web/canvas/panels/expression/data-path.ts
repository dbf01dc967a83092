/** Names in data, as expressions write and follow them. Pure. */

import type { Json } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Words of the language: as names they stand in backquotes. */
const WORDS = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function'])

/** A name as an expression writes it; null for one that cannot be written (it holds a backquote). */
export function written(name: string): string | null {
  if (PLAIN.test(name) && !WORDS.has(name)) return name
  return name.includes('`') ? null : `\`${name}\``
}

/** The object that names behind a value are looked up in: of a list its first object, as the language maps over lists. */
export function objectIn(value: Json | undefined): Readonly<Record<string, Json>> | null {
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) {
      const inside = objectIn(item)
      if (inside) return inside
    }
    return null
  }
  return typeof value === 'object' && value !== null ? value : null
}

/** Follows names. @returns undefined where there is nothing */
export function follow(value: Json | undefined, names: readonly string[]): Json | undefined {
  let at = value
  for (const name of names) {
    const inside = objectIn(at)
    if (!inside || !Object.hasOwn(inside, name)) return undefined
    at = inside[name]
  }
  return at
}

/** What a value can be, in a word. */
export const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  object: 'object',
}

/** What a value is, in a word. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return t('nothing')
  if (value === null) return 'null'
  if (Array.isArray(value)) return t('list of {count}', { count: value.length })
  return t(TYPES[typeof value] ?? '')
}

/** The beginning of a value, on one line. */
export function previewText(value: Json | undefined, most = 60): string {
  if (value === undefined) return ''
  const text = (typeof value === 'string' ? value.slice(0, 4 * most) : JSON.stringify(value).slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
