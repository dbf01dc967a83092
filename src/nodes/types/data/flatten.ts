import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { objectFrom, safeKey } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const DEEPEST = 100

export const flatten = defineNode({
  type: 'flatten',
  version: 1,
  title: 'Flatten',
  category: 'data',
  icon: 'layers',
  description:
    'Turns nested lists into one list, or nested objects into one object with names such as order.total; or the reverse.',
  kind: 'pure',
  heavy: 'when_large',
  config: z.strictObject({
    value: value('Value', 'A list or an object. Leave empty to use the input.'),
    mode: z
      .enum(['list', 'object', 'nest'])
      .default('object')
      .describe('list: one list. object: one object with joined names. nest: back from joined names to nested objects.')
      .meta({ title: 'Mode' }),
    depth: z
      .number()
      .int()
      .min(1)
      .max(DEEPEST)
      .default(DEEPEST)
      .describe('How many levels to flatten.')
      .meta({ title: 'Levels', when: { field: 'mode', is: ['list', 'object'] } }),
    separator: z
      .string()
      .min(1)
      .max(5)
      .default('.')
      .describe('Separates the parts of joined names.')
      .meta({ title: 'Separator', when: { field: 'mode', is: ['object', 'nest'] } }),
  }),
  example: { value: { order: { total: 5, lines: ['pen'] } } },
  output: Json,
  sentence: ({ mode }) => (mode === 'nest' ? 'Nests objects again' : `To one ${mode}`),
  run(ctx) {
    const { mode, depth, separator } = ctx.config
    const found = ctx.config.value ?? ctx.input
    if (mode === 'list') {
      if (!Array.isArray(found))
        throw new NodeError('not_a_list', `Expected a list, got ${kindOf(found)}`, { field: 'value' })
      return output((found as unknown[]).flat(depth) as Json[])
    }
    if (mode === 'nest') return output(nested(objectFrom(found, null), separator))
    const result: JsonObject = {}
    spread(objectFrom(found, null), '', depth, separator, result)
    return output(result)
  },
})

/** Empty lists and objects stay as they are, so that nothing is lost. */
function spread(found: Json, path: string, depth: number, separator: string, result: JsonObject): void {
  const isOpen = typeof found === 'object' && found !== null && Object.keys(found).length > 0 && depth >= 0
  if (!isOpen) {
    if (path !== '') result[safeKey(path)] = found
    return
  }
  for (const [key, inner] of Object.entries(found)) {
    spread(inner, path === '' ? key : `${path}${separator}${key}`, depth - 1, separator, result)
  }
}

function nested(flat: JsonObject, separator: string): JsonObject {
  const root: JsonObject = {}
  for (const [path, found] of Object.entries(flat)) {
    const keys = path.split(separator)
    if (keys.length > DEEPEST)
      throw new NodeError('too_deep', `A name can have at most ${DEEPEST} parts`, { field: 'value' })
    let at = root
    keys.forEach((raw, level) => {
      const key = safeKey(raw)
      if (level === keys.length - 1) at[key] = found
      else {
        const inner = at[key]
        const next: JsonObject = isObject(inner) ? inner : {}
        at[key] = next
        at = next
      }
    })
  }
  return root
}
