import { z } from 'zod'
import { credentialField } from '#nodes/credential-field.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

/** One address, or several in a list or parted by commas. */
export const Recipients = z
  .union([z.string().max(5000), z.array(z.string().max(320)).max(20)])
  .describe('One address, a comma-separated list or a list value.')
  .meta({ title: 'To', widget: 'expression' })

export const addressesOf = (to: z.output<typeof Recipients>): string[] =>
  (typeof to === 'string' ? to.split(/[,;]/) : to).map((address) => address.trim()).filter(Boolean)

export const FileIds = z
  .array(z.string().max(60))
  .max(10)
  .default([])
  .describe('Ids of files to attach, at most 15 MB in total.')
  .meta({ title: 'Files' })

export const sendEmail = defineNode({
  type: 'send_email',
  version: 1,
  title: 'Send e-mail',
  category: 'integration',
  icon: 'mail',
  description:
    'Sends an email through this installation’s mail server or your own. Each recipient gets a separate email.',
  kind: 'effect',
  timeout_ms: 120_000,
  config: z.strictObject({
    to: Recipients,
    subject: z
      .string()
      .min(1, 'Enter a subject')
      .max(400)
      .describe('A single line.')
      .meta({ title: 'Subject', widget: 'expression' }),
    text: z.string().max(200_000).describe('Plain text.').meta({ title: 'Text', widget: 'textarea' }),
    reply_to: z.string().max(320).default('').describe('The address for replies.').meta({ title: 'Reply to' }),
    attachments: FileIds,
    credential: credentialField(
      ['smtp'],
      'Your own mail server. Leave empty to use this installation’s mail server.',
      'Mail server',
    ),
  }),
  example: { to: 'asha@example.com', subject: 'Your report', text: 'Dear {{ $input.name }}, it is ready.' },
  output: z.object({ sent: z.enum(['queued', 'sent']), recipients: z.number().int() }),
  sentence: (config) => `Writes “${brief(config.subject)}” to ${brief(config.to)}`,
  async run(ctx) {
    const { to, subject, text, reply_to, attachments, credential } = ctx.config
    const mail = {
      to: addressesOf(to),
      subject,
      text,
      ...(reply_to.trim() !== '' && { reply_to: reply_to.trim() }),
      ...(attachments.length > 0 && { attachments }),
      ...(credential && { credential }),
    }
    const { sent, recipients } = await ctx.mail.send(mail, ctx.run.as, ctx.run.idempotency_key, ctx.signal)
    return output({ sent, recipients })
  },
})
