/** The costliest bodies that a schema lets a caller send: as many wrong values as have room, at every place that takes several. */
import { z } from 'zod'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { LONG } from './scale.ts'

interface Shape {
  $ref?: string
  type?: string
  const?: unknown
  properties?: Record<string, Shape>
  propertyNames?: Shape
  additionalProperties?: boolean | Shape
  items?: Shape
  prefixItems?: Shape[]
  maxItems?: number
  maxProperties?: number
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $defs?: Record<string, Shape>
}

/** A list, an object whose names its sender chooses, or one with names of its own. */
export interface Place {
  /** Dotted, with [] for an item of a list and {} for a value of an object. */
  path: string
  kind: 'list' | 'names' | 'object'
  /** How many it takes; Infinity when nothing says. */
  most: number
  /** A body with this at the place. */
  around: (inside: Part) => Part
}

/** A part of a body, and how long it is as JSON. Its items are one and the same value: thousands of bodies are made of them. */
interface Part {
  value: unknown
  size: number
}

const ROOM = SERVER_LIMITS.body_bytes

const part = (value: unknown): Part => ({ value, size: JSON.stringify(value).length })

function several({ value, size }: Part, most: number): Part {
  const count = Math.max(1, Math.min(most, Math.floor((ROOM - 1000) / (size + 1))))
  return { value: Array(count).fill(value), size: count * (size + 1) + 2 }
}

/** Members that tell which of several shapes an object has. */
const marks = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape.properties ?? {}).flatMap(([key, { const: mark }]) =>
      mark === undefined ? [] : [[key, mark]],
    ),
  )

/** Any JSON has no places: it is walked once, and is wrong as a whole. */
const isAnyJson = ({ $ref = '' }: Shape) => /\/(?:Json|JsonObject)$/.test($ref)

export function placesOf(schema: z.ZodType): Place[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
  const places: Place[] = []
  const walk = (shape: Shape, path: string, around: Place['around'], depth: number) => {
    if (isAnyJson(shape) || depth > 12) return
    if (shape.$ref !== undefined) {
      const named = root.$defs?.[shape.$ref.replace('#/$defs/', '')]
      if (named) walk(named, path, around, depth + 1)
      return
    }
    for (const one of [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])])
      walk(one, path, around, depth + 1)
    if (shape.type === 'array' && !shape.prefixItems) {
      const { maxItems: most = Number.POSITIVE_INFINITY, items = {} } = shape
      places.push({ path, kind: 'list', most, around })
      walk(items, `${path}[]`, (inside) => around(several(inside, most)), depth + 1)
    }
    if (shape.type !== 'object') return
    const told = part(marks(shape))
    const inner =
      (key: string): Place['around'] =>
      ({ value, size }) =>
        around({ value: { ...(told.value as object), [key]: value }, size: told.size + key.length + size + 4 })
    for (const [key, one] of Object.entries(shape.properties ?? {})) walk(one, `${path}.${key}`, inner(key), depth + 1)
    const named = shape.propertyNames !== undefined && !Object.hasOwn(shape.propertyNames, 'enum')
    places.push({
      path,
      kind: named ? 'names' : 'object',
      most: shape.maxProperties ?? Number.POSITIVE_INFINITY,
      around,
    })
    if (typeof shape.additionalProperties === 'object')
      walk(shape.additionalProperties, `${path}{}`, inner('x'), depth + 1)
  }
  walk(root, '', (inside) => inside, 0)
  return places
}

const names = (most: number): Part =>
  part(Object.fromEntries(Array.from({ length: Math.min(most, 90_000) }, (_, index) => [String(index), 0])))
const MANY_NAMES = names(Number.POSITIVE_INFINITY)
const WRONG = [0, {}, ''].map(part)
/** What a list is filled with: of the wrong items one after the other, place by place, or all at every place. */
const wrongAt = (nth: number) => WRONG.filter((_, index) => LONG || index === nth % WRONG.length)
const TOO_MANY = WRONG.slice(0, 1).map((one) => several(one, Number.POSITIVE_INFINITY))

export const worstBodies = (schema: z.ZodType): { path: string; body: unknown }[] =>
  placesOf(schema)
    .flatMap(({ path, kind, most, around }, nth) => {
      const few =
        kind === 'list' ? wrongAt(nth).map((one) => several(one, most)) : kind === 'names' ? [names(most)] : [part({})]
      return [...few, ...(kind === 'list' ? TOO_MANY : [MANY_NAMES])].map((inside) => ({ path, ...around(inside) }))
    })
    // A larger one is refused before anything reads it.
    .flatMap(({ path, value, size }) => (size <= ROOM ? [{ path, body: value }] : []))
