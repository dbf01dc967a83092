import { z } from 'zod'
import { defineNode, output } from '#nodes/node.ts'

export const emailTrigger = defineNode({
  type: 'email_trigger',
  version: 1,
  title: 'E-mail in',
  category: 'trigger',
  icon: 'mail-open',
  description:
    'Starts the workflow when an email arrives at its address. Outputs sender, subject, text, and attachments as files.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    senders: z
      .array(
        z
          .string()
          .max(254)
          .regex(
            /^(?:[^\s@]{1,64})?@[^\s@]{1,189}$/,
            'Enter an email address, or @example.com for everyone at that domain',
          ),
      )
      .max(100)
      .default([])
      .describe(
        'Accepts mail only from these addresses, or from everyone at a domain (@example.com). Leave empty to accept mail from anyone.',
      )
      .meta({ title: 'Senders' }),
    attachments: z.boolean().default(true).describe('Saves attachments as files.').meta({ title: 'Keep attachments' }),
  }),
  output: z
    .looseObject({
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      html: z.string().nullable(),
      attachments: z.array(z.object({ file_id: z.string(), name: z.string(), mime: z.string(), bytes: z.number() })),
    })
    .partial(),
  sentence: ({ senders }) => (senders.length === 0 ? 'From anyone' : `From ${senders.join(', ')}`),
  run: (ctx) => output(ctx.input),
})
