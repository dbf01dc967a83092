/** JSON as people write it: read, or what is wrong with it and where, in words. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { t } from '#web/lib/language.ts'
import { jsonFault } from './json-fault.ts'

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/** Line and column of a place in a text, both from 1. */
function placeOf(text: string, at: number): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return t('line {line}, column {column}', { line: line, column: at - before.lastIndexOf('\n') })
}

function hasReserved(value: unknown): boolean {
  const queue: unknown[] = [value]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (typeof at !== 'object' || at === null) continue
    for (const key of Object.keys(at)) if (RESERVED.has(key)) return true
    queue.push(...Object.values(at).filter((one) => one !== null))
  }
  return false
}

const EXAMPLE: string = '{"name": "Asha"}'

/** @returns the value, or the reason why it is none */
export function readJson(text: string): { value: Json } | { failure: string } {
  if (text.trim() === '') return { failure: t('Write JSON, for example {example}', { example: EXAMPLE }) }
  try {
    const value = JSON.parse(text) as Json
    return hasReserved(value) ? { failure: t('The keys __proto__, constructor and prototype are reserved') } : { value }
  } catch {
    const at = jsonFault(text)
    return {
      failure:
        at === null || at === text.length
          ? t('This isn’t valid JSON: it ends too early')
          : t('This isn’t valid JSON: {place}', { place: placeOf(text, at) }),
    }
  }
}

/** The object, or the reason why it is none. */
export function readObject(text: string): JsonObject | string {
  const read = readJson(text)
  if ('failure' in read) return read.failure
  const { value } = read
  return isObject(value) ? value : t('Write an object: {example}', { example: EXAMPLE })
}
