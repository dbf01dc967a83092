/**
 * Secrets written into settings in clear text: known forms of keys, and what stands where a secret belongs. They are told in the
 * analysis and taken out of every export.
 */

import type { Json } from '#contract/core/primitives.ts'
import { joinPath } from '#graph/join-path.ts'
import { isObject } from '#shared/json.ts'

/** What stands in an export where a secret stood. */
export const REMOVED = 'REMOVED_SECRET'

/** Linear: no repetition inside a repetition, and every one bounded. */
const FORMS: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{20,200}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}/g,
  /\brzp_(?:live|test)_[A-Za-z0-9]{10,60}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,250}/g,
  /\bgh[opsu]_[A-Za-z0-9]{30,255}/g,
  /\bgithub_pat_[A-Za-z0-9_]{30,255}/g,
  /\bglpat-[A-Za-z0-9_-]{16,100}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,60}/g,
  /\bSG\.[A-Za-z0-9_-]{10,80}\.[A-Za-z0-9_-]{10,120}/g,
  /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{40,80}/g,
  // Only where a run of these signs begins: from each “-eyJ” of a long text, 2,000 signs would be read again.
  /(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{30,50}/g,
  // With what follows: the line above it is not what is secret.
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /\/\/[^\s/:@{}]{1,100}:[^\s/@{}]{1,200}@/g,
]
const HOOKS = /https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/[\w/-]{10,200}/g

const SECRET_NAME =
  /^(?:authorization|proxy-authorization|(?:x-)?(?:api|auth|access|secret|private)[-_]?(?:key|token|secret)|apikey|token|access_token|password|passwd|secret|client_secret|bearer)$/i

/** A plain value in a field of this name is a secret; an expression is not, nor is an empty text. */
const isSecretValue = (name: string, value: string): boolean =>
  SECRET_NAME.test(name) && value.trim() !== '' && !value.includes('{{') && !value.includes(REMOVED)

/** A text that people read, such as docs or a note, without the keys that stand in it; cut where that made it too long. */
export const withoutKeys = (text: string, most: number): string =>
  [...FORMS, HOOKS].reduce((left, form) => left.replace(form, REMOVED), text).slice(0, most)

export interface FoundSecret {
  /** Dotted path into the settings. */
  field: string
  /** What it seems to be, for people. */
  label: string
}

/** Every text of some settings with its path and the name it stands under. */
function* texts(value: Json, path = '', name = ''): Generator<{ path: string; name: string; text: string }> {
  if (typeof value === 'string') yield { path, name, text: value }
  else if (Array.isArray(value))
    for (const [index, part] of value.entries()) yield* texts(part, joinPath(path, index), name)
  else if (isObject(value)) {
    // A row of headers or fields: {name: 'Authorization', value: '…'}.
    const row = typeof value.name === 'string' ? value.name : null
    for (const [key, part] of Object.entries(value))
      yield* texts(part, joinPath(path, key), row !== null && key === 'value' ? row : key)
  }
}

const holds = (text: string): boolean =>
  !text.startsWith('data:') && [...FORMS, HOOKS].some((form) => new RegExp(form.source).test(text))

/** @param config the settings of one node, which are not deeper than a document may be */
export function findSecrets(config: Json): FoundSecret[] {
  const found: FoundSecret[] = []
  for (const { path, name, text } of texts(config)) {
    if (isSecretValue(name, text) || holds(text)) found.push({ field: path, label: name })
  }
  return found
}

/** The settings without their secrets; the same object when there are none. */
export function withoutSecrets<T extends Json>(config: T): T {
  const paths = new Set(findSecrets(config).map(({ field }) => field))
  if (paths.size === 0) return config
  const clean = (value: Json, path: string, name: string): Json => {
    if (typeof value === 'string') {
      if (!paths.has(path)) return value
      if (isSecretValue(name, value))
        return /^(?:bearer|basic|token) /i.test(value) ? `${value.split(' ')[0]} ${REMOVED}` : REMOVED
      return [...FORMS, HOOKS].reduce((text, form) => text.replace(form, REMOVED), value)
    }
    if (Array.isArray(value)) return value.map((part, index) => clean(part, joinPath(path, index), name))
    if (!isObject(value)) return value
    const row = typeof value.name === 'string' ? value.name : null
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        clean(part, joinPath(path, key), row !== null && key === 'value' ? row : key),
      ]),
    )
  }
  return clean(config, '', '') as T
}
