/** A document that was parsed: looking up its parts, references included. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { at, OpenApiError, type OpenApiProblem } from './problems.ts'

const LONGEST_CHAIN = 30
const MOST_PROBLEMS = 200

export interface OpenApiDocument {
  root: JsonObject
  /** What was left out or loosened; the first 200. */
  problems: OpenApiProblem[]
}

export interface Place {
  value: Json
  pointer: string
}

/** A name that would change how objects behave where it is set carelessly; the server refuses it in inputs. */
export const isReserved = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype'

/** Returns the own value of a name, undefined where there is none. */
export const own = (object: Json | undefined, name: string): Json | undefined =>
  isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')

/** An action that is read twice says so once. */
export function note({ problems }: OpenApiDocument, error: OpenApiProblem): void {
  const { code, message, pointer } = error
  const isKnown = problems.some((one) => one.code === code && one.pointer === pointer)
  if (isKnown || problems.length >= MOST_PROBLEMS) return
  problems.push({ code, message, pointer })
}

/**
 * Returns what a value refers to, through chains of references, or the value itself.
 * @throws OpenApiError `reference_remote`, `reference_missing`, `reference_cyclic`
 */
export function follow(document: OpenApiDocument, value: Json | undefined, pointer: string): Place {
  let place: Place = { value: value ?? null, pointer }
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    const ref = own(place.value, '$ref')
    if (typeof ref !== 'string') return place
    place = lookUp(document, ref, place.pointer)
  }
  throw new OpenApiError('reference_cyclic', 'A reference leads back to itself', pointer)
}

/** @throws OpenApiError `reference_remote`, `reference_missing` */
export function lookUp({ root }: OpenApiDocument, ref: string, pointer: string): Place {
  if (!ref.startsWith('#'))
    throw new OpenApiError(
      'reference_remote',
      `Refers to another document, which is never fetched: ${ref.slice(0, 200)}`,
      at(pointer, '$ref'),
    )
  let value: Json | undefined = root
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = decode(part)
    value = Array.isArray(value) ? value[Number(name)] : own(value, name)
    if (value === undefined)
      throw new OpenApiError(
        'reference_missing',
        `Refers to a part that doesn’t exist: ${ref.slice(0, 200)}`,
        at(pointer, '$ref'),
      )
  }
  return { value: value ?? null, pointer: ref.slice(1) }
}

function decode(part: string): string {
  const text = part.replace(/~1/g, '/').replace(/~0/g, '~')
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
