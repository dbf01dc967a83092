/** Makes an action as small as it can be without losing what a form or a model needs. */
import type { Action } from '#connectors/connector.ts'
import { clip } from '#connectors/openapi/words.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

const LONGEST = { field: 220, inner: 120, output: 80 }
const MOST_CHOICES = 60

export const trim = (action: Action): Action => ({
  ...action,
  description: clip(action.description, 400),
  input: reachable(shorten(action.input, LONGEST.field, 0)),
  output: action.output && reachable(shorten(action.output, LONGEST.output, 0)),
})

function shorten(schema: JsonObject, longest: number, depth: number): JsonObject {
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'description' && typeof value === 'string')
      result.description = clip(value, depth > 1 ? Math.min(longest, LONGEST.inner) : longest)
    else if (name === 'enum' && Array.isArray(value)) {
      if (value.length <= MOST_CHOICES) result.enum = value
    } else if (name === 'properties' || name === '$defs') {
      if (isObject(value))
        result[name] = Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [key, inside(inner, longest, depth)]),
        )
    } else if (['default', 'const', 'required', 'type'].includes(name)) result[name] = value
    else result[name] = inside(value, longest, depth)
  }
  return result
}

function inside(value: Json, longest: number, depth: number): Json {
  if (Array.isArray(value)) return value.map((inner) => inside(inner, longest, depth))
  return isObject(value) ? shorten(value, longest, depth + 1) : value
}

/** Without definitions that nothing leads to. */
function reachable(schema: JsonObject): JsonObject {
  const definitions = schema.$defs
  if (!isObject(definitions)) return schema
  const { $defs: _, ...rest } = schema
  const used = new Set(refsIn(rest))
  for (const name of used) for (const inner of refsIn(definitions[name] ?? null)) used.add(inner)
  const left = Object.entries(definitions).filter(([name]) => used.has(name))
  return left.length > 0 ? { ...rest, $defs: Object.fromEntries(left) } : rest
}

function refsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isObject(value)) return []
  const own = typeof value.$ref === 'string' ? [value.$ref.replace('#/$defs/', '')] : []
  return [...own, ...Object.values(value).flatMap(refsIn)]
}
