/** Expressions of another maker that an import could not translate: they stand where they were and fail when they run. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'

/** How the message of such an expression begins. */
export const NOT_TRANSLATED = 'Not translated from n8n'

const MARK = `$error("${NOT_TRANSLATED}`

function* places(value: Json, path: string): Generator<string> {
  if (typeof value === 'string') {
    if (value.includes(MARK)) yield path
  } else if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) yield* places(part, `${path}.${index}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* places(part, path === '' ? name : `${path}.${name}`)
  }
}

/** Dotted paths of the settings that hold one. */
export const untranslatedIn = (config: JsonObject): string[] => [...places(config, '')]
