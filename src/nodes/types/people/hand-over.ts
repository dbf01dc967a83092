import { z } from 'zod'
import { INBOX } from '#contract/services/inbox-values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

const SAYS = {
  asked:
    'A person was asked to take over, and will answer in this chat. Tell the person who writes so in one sentence.',
  no_chat: 'There is no person to hand over to: this run answers no chat with a service.',
  off: 'There is no person to hand over to here. Say what you can’t answer.',
} as const

export const handOver = defineNode({
  type: 'hand_over',
  version: 1,
  title: 'Hand over to a person',
  category: 'people',
  icon: 'headset',
  description:
    'Hands the chat over to the owner of the service: from the next message on a person answers from the inbox, and no run begins until they give it back. Use it as a tool of an AI agent, or as a step.',
  kind: 'effect',
  config: z.strictObject({
    reason: z
      .string()
      .max(2_000)
      .default('')
      .describe('Why, for the person who takes over. People who write don’t see it.')
      .meta({ title: 'Reason', widget: 'textarea' }),
  }),
  example: { reason: 'The customer asked for a refund.' },
  output: z.object({ handed_over: z.boolean(), message: z.string() }),
  sentence: ({ reason }) => (reason === '' ? 'Asks for a person' : `Asks for a person: ${brief(reason, 45)}`),
  async run(ctx) {
    const result = await ctx.handOver.ask(ctx.run.execution_id, ctx.config.reason.slice(0, INBOX.reason_chars))
    return output({ handed_over: result === 'asked', message: SAYS[result] })
  },
})
