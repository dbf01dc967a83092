/**
 * Which settings of a node are not searched for `{{ }}`: those whose schema says `.meta({expression: 'per_item'})` (JSONata
 * without braces, evaluated by the node) or `.meta({expression: 'none'})` (code, schemas).
 */
import type { z } from 'zod'

interface Definition {
  type: string
  shape?: Record<string, Wrapped>
  element?: Wrapped
  innerType?: Wrapped
  options?: Wrapped[]
  in?: Wrapped
}
interface Wrapped {
  _zod: { def: Definition }
  meta(): Record<string, unknown> | undefined
}

const known = new WeakMap<z.ZodType, readonly string[]>()

/** Dotted paths with `*` for list positions: `condition`, `keys.*.by`; what `compileConfig` takes as `raw`. */
export function rawFields(schema: z.ZodType): readonly string[] {
  const found = known.get(schema)
  if (found) return found
  const paths: string[] = []
  visit(schema as unknown as Wrapped, '', paths)
  known.set(schema, paths)
  return paths
}

function visit(schema: Wrapped, path: string, paths: string[]): void {
  const join = (part: string) => (path === '' ? part : `${path}.${part}`)
  if (schema.meta()?.expression !== undefined) {
    paths.push(path)
    return
  }
  const { type, shape, element, innerType, options, in: source } = schema._zod.def
  if (type === 'object' && shape) for (const [key, field] of Object.entries(shape)) visit(field, join(key), paths)
  // What is raw in one of several shapes is raw in all that have the field.
  else if (type === 'union' && options) for (const option of options) visit(option, path, paths)
  else if (type === 'array' && element) visit(element, join('*'), paths)
  // Optional, default, nullable and the like; a pipe is read as it is written.
  else if (innerType) visit(innerType, path, paths)
  else if (type === 'pipe' && source) visit(source, path, paths)
}

/**
 * The lists and objects around raw fields: `keys` and `keys.*` of `keys.*.by`. An expression in place of one of them would choose the
 * raw fields, too, which nobody who reads the document could see.
 */
export function aroundRaw(raw: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const path of raw)
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) found.add(path.slice(0, dot))
  return found
}
