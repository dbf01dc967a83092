import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { isReserved, textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

/** Levels a value may be deep. */
const DEEPEST = 100

export const readJson = defineNode({
  type: 'read_json',
  version: 1,
  title: 'Read JSON',
  category: 'data',
  icon: 'braces',
  description: 'Parses JSON text. It can also find JSON inside other text, such as the answer of an AI model.',
  kind: 'pure',
  heavy: 'when_large',
  config: z.strictObject({
    value: value('Text', 'The text. Leave empty to use the input.'),
    search: z
      .boolean()
      .default(false)
      .describe('Use the first JSON object or list in the text and ignore the text around it.')
      .meta({ title: 'Search in the text' }),
  }),
  example: { value: '{"total": 42}' },
  output: Json,
  sentence: (config) => (config.search ? 'Finds JSON in a text' : 'Reads JSON'),
  run(ctx) {
    const text = textFrom(ctx.config.value, ctx.input).replace(/^\uFEFF/, '')
    const read = ctx.config.search ? searched(text) : parsed(text)
    check(read)
    return output(read)
  },
})

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    throw new NodeError('bad_json', `This isn’t valid JSON: ${reason}`, { field: 'value', cause })
  }
}

/** The first balanced object or list that parses; every start is tried once and the whole stays linear by skipping what failed. */
function searched(text: string): Json {
  for (let start = 0; start < text.length; ) {
    const begin = text.slice(start).search(/[[{]/)
    if (begin < 0) break
    const from = start + begin
    const end = endOf(text, from)
    if (end < 0) break
    try {
      return JSON.parse(text.slice(from, end)) as Json
    } catch {
      start = end
    }
  }
  throw new NodeError('bad_json', 'There is no JSON object or list in this text', { field: 'value' })
}

/** Just after the bracket that closes the one at `from`, -1 for none. Brackets in quoted texts do not count. */
function endOf(text: string, from: number): number {
  let depth = 0
  let quoted = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return -1
}

/** @throws NodeError `json_too_deep`, `reserved_key` */
function check(root: Json): void {
  let level: Json[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST)
      throw new NodeError('json_too_deep', `JSON can be at most ${DEEPEST} levels deep`, { field: 'value' })
    const next: Json[] = []
    for (const found of level) {
      if (typeof found !== 'object' || found === null) continue
      if (Array.isArray(found)) for (const item of found) next.push(item)
      else
        for (const [key, inner] of Object.entries(found)) {
          if (isReserved(key)) throw new NodeError('reserved_key', `The name “${key}” is reserved`, { field: 'value' })
          next.push(inner)
        }
    }
    level = next
  }
}
