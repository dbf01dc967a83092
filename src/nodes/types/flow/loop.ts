import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import type { Evaluator, ItemsJob } from '#graph/expressions/evaluator.ts'
import { EXPRESSION_LIMITS } from '#graph/expressions/expression-error.ts'
import { type CompiledExpression, compileExpression, needsInterpreter } from '#graph/expressions/expressions.ts'
import { toBoolean } from '#graph/expressions/fast-values.ts'
import { defineNode } from '#nodes/node.ts'
import { brief, perItem, value } from '#nodes/settings.ts'

export const loop = defineNode({
  type: 'loop',
  version: 1,
  title: 'Repeat while',
  category: 'flow',
  icon: 'iteration-cw',
  description:
    'Runs the nodes after “item” repeatedly while a condition is true, up to a maximum number of times. Each pass receives the output of the previous one; the last output leaves through “out”.',
  kind: 'control',
  config: z.strictObject({
    start: value('Start with', 'The input of the first pass. Leave empty to use the node’s input.'),
    while: perItem(
      'While',
      'Checked before each pass, without braces. $ is the output of the previous pass, $index counts from 0: $exists(next_page)',
    ).meta({ widget: 'condition' }),
    most: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .describe('The maximum number of passes.')
      .meta({ title: 'At most' }),
    when_too_long: z
      .enum(['fail', 'go_on'])
      .default('fail')
      .describe('What happens when the condition is still true after that many passes.')
      .meta({ title: 'When the maximum is reached' }),
  }),
  example: { while: 'total < 100', most: 20 },
  output: z.object({ value: Json, turns: z.number().int(), complete: z.boolean() }),
  ports: [
    { name: 'item', title: 'Each pass' },
    { name: 'out', title: 'Afterwards' },
  ],
  sentence: (config) => `While ${brief(config.while)}`,
  run(ctx) {
    const { start, most, when_too_long, ...rest } = ctx.config
    const { input } = ctx
    const condition = compileExpression(rest.while)
    return {
      type: 'loop',
      start: start === undefined ? input : start,
      most,
      fail: when_too_long === 'fail',
      again: (state, turn) => conditionHolds(ctx.evaluator, condition, { input, state, turn }),
    }
  },
})

async function askEvaluator(evaluator: Evaluator, job: ItemsJob): Promise<boolean> {
  const { values, failed } = await evaluator.items(job)
  if (failed) throw failed
  return toBoolean(values[0]) === true
}

function conditionHolds(
  evaluator: Evaluator,
  condition: CompiledExpression,
  { input, state, turn }: { input: Json; state: Json; turn: number },
): boolean | Promise<boolean> {
  try {
    const until = performance.now() + EXPRESSION_LIMITS.fast_ms
    return toBoolean(condition.evaluateFast({ input, item: state, index: turn }, state, until)) === true
  } catch (thrown) {
    if (!needsInterpreter(thrown)) throw thrown
    const readsInput = condition.mentions.has('input')
    const job = { source: condition.source, items: [state], from: turn, input: readsInput ? input : null }
    return askEvaluator(evaluator, job)
  }
}
