import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { checkStatus, send } from '#nodes/lib/integrations/request.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

/** `<!channel>`, `<!here>` and `<@U1>` call people; in a text that came from somewhere they are shown instead. */
const quiet = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const slackMessage = defineNode({
  type: 'slack_message',
  version: 1,
  title: 'Slack message',
  category: 'integration',
  icon: 'message-square',
  description:
    'Posts a message to a channel through a Slack incoming webhook, or through a service that accepts the same messages.',
  kind: 'effect',
  timeout_ms: 35_000,
  config: z.strictObject({
    credential: credentialField(['slack_webhook'], 'The webhook of the channel.', 'Webhook', true),
    text: z
      .string()
      .min(1, 'Enter a message')
      .max(40_000)
      .describe('The text that is posted and shown in notifications.')
      .meta({ title: 'Message', widget: 'textarea' }),
    formatting: z
      .boolean()
      .default(false)
      .describe('Interprets *bold*, links and mentions. If off, the text is shown as it is and nobody is mentioned.')
      .meta({ title: 'Formatting' }),
    blocks: z
      .array(Json)
      .max(50)
      .optional()
      .describe('Slack blocks instead of the text. Notifications still show the text.')
      .meta({ title: 'Blocks', widget: 'json' }),
  }),
  example: { credential: '01890000-0000-7000-8000-000000000001', text: 'A new order: {{ $input.id }}' },
  output: z.object({ posted: z.literal(true) }),
  sentence: (config) => `Posts “${brief(config.text)}”`,
  async run(ctx) {
    const { credential, text, formatting, blocks } = ctx.config
    if (!credential)
      throw new NodeError('credential_missing', 'Choose the webhook of a channel', { field: 'credential' })
    const message = formatting ? { text } : { text: quiet(text), mrkdwn: false }
    const response = await send(ctx, {
      method: 'POST',
      url: '',
      headers: { 'content-type': 'application/json', 'idempotency-key': ctx.run.idempotency_key },
      body: JSON.stringify({ ...message, ...(blocks && { blocks }) }),
      timeout_ms: 15_000,
      credential,
    })
    checkStatus(response)
    return output({ posted: true })
  },
})
