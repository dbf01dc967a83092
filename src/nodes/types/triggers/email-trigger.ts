import { z } from 'zod'
import { defineNode, output } from '#nodes/node.ts'

export const emailTrigger = defineNode({
  type: 'email_trigger',
  version: 1,
  title: 'E-mail in',
  category: 'trigger',
  icon: 'mail-open',
  description:
    'Starts the workflow when mail arrives at its address. Gives sender, subject, text and attachments as files.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    senders: z
      .array(
        z
          .string()
          .max(254)
          .regex(/^(?:[^\s@]{1,64})?@[^\s@]{1,189}$/, 'Write an address, or @example.com for everybody there'),
      )
      .max(100)
      .default([])
      .describe('Only mail from these addresses, or from everybody at @example.com. From anyone when left out.')
      .meta({ title: 'Senders' }),
    attachments: z.boolean().default(true).describe('Keep attachments as files.').meta({ title: 'Keep attachments' }),
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
