import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { formAnswer, question, TIMED_OUT, timeLimit, untilOf } from '#nodes/lib/people/asking.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const TAKEN = ['out', 'error', TIMED_OUT.name, ...RESERVED_KEYS]

const Option = z.strictObject({
  port: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
    .refine((port) => !TAKEN.includes(port), 'This name is taken')
    .describe('The name of the output.')
    .meta({ title: 'Port' }),
  label: z
    .string()
    .max(200)
    .default('')
    .describe('Shown to the person; the port name if empty.')
    .meta({ title: 'Label' }),
})

export const chooseOne = defineNode({
  type: 'choose_one',
  version: 1,
  title: 'Let a person choose',
  category: 'people',
  icon: 'list-todo',
  description:
    'Waits until a person chooses one of several options, or until the time limit is reached. The input is passed on unchanged, together with the choice.',
  kind: 'wait',
  config: z.strictObject({
    title: question('How should this continue?'),
    options: z
      .array(Option)
      .min(2, 'Add at least two options')
      .max(20)
      .refine(
        (options) => new Set(options.map(({ port }) => port)).size === options.length,
        'Two options have the same port',
      )
      .describe('Each option is an output.')
      .meta({ title: 'Options' }),
    timeout_seconds: timeLimit,
  }),
  example: {
    title: 'Which team?',
    options: [
      { port: 'billing', label: 'Billing' },
      { port: 'support', label: 'Support' },
    ],
  },
  output: z.object({ choice: z.string().nullable(), by: z.string().nullable(), input: Json }),
  ports: ({ options }) => [...options.map(({ port, label }) => ({ name: port, title: label || port })), TIMED_OUT],
  sentence: ({ options }) => options.map(({ port, label }) => label || port).join(' or '),
  run(ctx) {
    const { title, options, timeout_seconds: limit } = ctx.config
    const fields = [
      {
        name: 'choice',
        label: title,
        type: 'select',
        required: true,
        help: '',
        options: options.map(({ port, label }) => ({ value: port, label: label || port })),
      },
    ]
    return { type: 'wait', wait: { type: 'form', title, fields, until: untilOf(ctx.now(), limit) } }
  },
  resume(ctx, resolution) {
    if (resolution.type === 'timeout') return output({ choice: null, by: null, input: ctx.input }, TIMED_OUT.name)
    const { values, by } = formAnswer(resolution)
    const chosen = ctx.config.options.find(({ port }) => port === values.choice)
    if (!chosen) throw new NodeError('wrong_answer', 'The answer is not one of the options')
    return output({ choice: chosen.port, by, input: ctx.input }, chosen.port)
  },
})
