import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'

export const chatTrigger = defineNode({
  type: 'chat_trigger',
  version: 1,
  title: 'Chat message',
  category: 'trigger',
  icon: 'message-circle',
  description:
    'Starts the workflow with a chat message and its conversation, and replies with the output of the workflow.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    greeting: z
      .string()
      .max(2000)
      .default('Hello! How can I help?')
      .describe('Shown in the chat before the first message.')
      .meta({ title: 'Greeting' }),
    starters: z
      .array(z.string().min(1).max(200))
      .max(8)
      .default([])
      .describe('Questions a person can choose to begin with.')
      .meta({ title: 'Starter questions' }),
    remember: z
      .number()
      .int()
      .min(0)
      .max(50)
      .default(10)
      .describe('How many earlier messages of the conversation are passed on as “history”.')
      .meta({ title: 'Messages remembered' }),
  }),
  output: z.object({
    message: z.string(),
    session: z.string(),
    history: z.array(z.object({ role: z.enum(['person', 'workflow']), text: z.string() })),
    /** Present when files came with the message. */
    files: z.array(Json).optional(),
  }),
  sentence: ({ remember }) => `Each message, with the ${remember} before it`,
  run(ctx) {
    const input = typeof ctx.input === 'string' ? { message: ctx.input } : ctx.input
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new NodeError('bad_input', `Expected a message, got ${kindOf(ctx.input)}`, { field: 'message' })
    }
    const { message, session = '', history = [], files = [] } = input
    if (typeof message !== 'string' || message.trim() === '') {
      throw new NodeError('bad_input', 'Enter a message', { field: 'message' })
    }
    if (message.length > MESSAGE.characters) {
      throw new NodeError('bad_input', `A message can have at most ${MESSAGE.characters} characters`, {
        field: 'message',
      })
    }
    if (typeof session !== 'string') throw new NodeError('bad_input', 'The session must be text', { field: 'session' })
    if (!Array.isArray(files) || files.length > MESSAGE.files)
      throw new NodeError('bad_input', `A message can have up to ${MESSAGE.files} files`, { field: 'files' })
    const before = Array.isArray(history) ? history.filter(isTurn) : []
    const { remember } = ctx.config
    const passed = remember === 0 ? [] : before.slice(-remember)
    return output({ message, session, history: passed, ...(files.length > 0 && { files }) })
  },
})

const isTurn = (turn: Json): boolean =>
  typeof turn === 'object' &&
  turn !== null &&
  !Array.isArray(turn) &&
  (turn.role === 'person' || turn.role === 'workflow') &&
  typeof turn.text === 'string'
