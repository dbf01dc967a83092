import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { charactersLeft } from '#graph/values/value-size.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { MOST_CHARACTERS, tooLarge, ValueWriter } from '#nodes/lib/data/write-values.ts'
import { defineNode, type NodeResult, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const writeJson = defineNode({
  type: 'write_json',
  version: 1,
  title: 'Write JSON',
  category: 'data',
  icon: 'file-json',
  description: 'Writes a value as JSON text: compact, indented, or with sorted keys.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'The value to write. Leave empty to use the input.'),
    style: z
      .enum(['short', 'indented', 'sorted'])
      .default('short')
      .describe('“sorted” gives the same text for equal values, whatever the order of their keys.')
      .meta({ title: 'Style' }),
  }),
  example: { style: 'indented' },
  output: z.string(),
  sentence: (config) => `As ${config.style} JSON`,
  run(ctx): NodeResult | Promise<NodeResult> {
    const { style } = ctx.config
    const written = ctx.config.value === undefined ? ctx.input : ctx.config.value
    if (style !== 'indented') return inSlices(inOneLine(written, style === 'sorted'), ctx)
    if (isLargerIndented(written)) throw tooLarge()
    return output(JSON.stringify(written, null, 2))
  },
})

function* inOneLine(written: Json, isSorted: boolean): Generator<void, NodeResult> {
  return output(yield* new ValueWriter(isSorted ? 'sorted' : 'as_given').write(written))
}

/** Parts that lie deep may take a hundred times their length. */
function isLargerIndented(written: Json): boolean {
  let left = charactersLeft(MOST_CHARACTERS, written)
  const open: [part: Json, depth: number][] = [[written, 1]]
  for (let next = open.pop(); next && left >= 0; next = open.pop()) {
    const [part, depth] = next
    if (typeof part !== 'object' || part === null) continue
    const parts = Array.isArray(part) ? part : Object.values(part)
    left -= parts.length * 2 * depth
    for (const inner of parts) open.push([inner, depth + 1])
  }
  return left < 0
}
