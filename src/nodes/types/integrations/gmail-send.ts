import { z } from 'zod'
import { credentialField } from '#nodes/credential-field.ts'
import { readFile } from '#nodes/lib/document/file-reference.ts'
import { base64url, writeMime } from '#nodes/lib/integrations/mime.ts'
import { checkStatus, parseBody, send } from '#nodes/lib/integrations/request.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import type { FileContent } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'
import { addressesOf, FileIds, Recipients } from './send-email.ts'

const MOST_ATTACHED = 15_000_000
const Sent = z.object({ id: z.string() })

export const gmailSend = defineNode({
  type: 'gmail_send',
  version: 1,
  title: 'Send with Gmail',
  category: 'integration',
  icon: 'mail-plus',
  description: 'Sends an email from your Gmail account.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: z.strictObject({
    credential: credentialField(['gmail'], 'The Gmail account to send from.', 'Account', true),
    to: Recipients,
    subject: z
      .string()
      .min(1, 'Enter a subject')
      .max(400)
      .describe('A single line.')
      .meta({ title: 'Subject', widget: 'expression' }),
    text: z.string().max(200_000).describe('Plain text.').meta({ title: 'Text', widget: 'textarea' }),
    attachments: FileIds,
  }),
  example: {
    credential: '01890000-0000-7000-8000-000000000001',
    to: 'asha@example.com',
    subject: 'Your report',
    text: 'Dear {{ $input.name }}, it is ready.',
  },
  output: z.object({ message_id: z.string(), recipients: z.number().int() }),
  sentence: (config) => `Writes “${brief(config.subject)}” to ${brief(config.to)}`,
  async run(ctx) {
    const { credential, subject, text, attachments } = ctx.config
    if (!credential) throw new NodeError('credential_missing', 'Choose a Gmail account', { field: 'credential' })
    const to = addressesOf(ctx.config.to)
    if (to.length === 0) throw new NodeError('mail_invalid', 'Enter at least one address', { field: 'to' })
    if (to.length > 20)
      throw new NodeError('mail_invalid', 'You can send to at most 20 addresses at a time', { field: 'to' })
    const files: FileContent[] = []
    for (const id of attachments) files.push(await readFile(await ctx.files.open(id, ctx.run)))
    if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_ATTACHED)
      throw new NodeError('file_too_large', 'The files of one email can be at most 15 MB in total', {
        field: 'attachments',
      })
    const key = base64url(new TextEncoder().encode(ctx.run.idempotency_key))
    const message_id = `${key}@chowk.invalid`
    // Base64 holds no dot or space: the boundary is in no part.
    const raw = writeMime({ to, subject, text, files, message_id, boundary: `=_${key.slice(0, 50)}` })
    const response = await send(ctx, {
      method: 'POST',
      url: '/gmail/v1/users/me/messages/send',
      headers: { 'content-type': 'application/json', 'idempotency-key': ctx.run.idempotency_key },
      body: JSON.stringify({ raw: base64url(new TextEncoder().encode(raw)) }),
      timeout_ms: 60_000,
      credential,
    })
    checkStatus(response)
    const sent = Sent.safeParse(parseBody(response))
    return output({ message_id: sent.success ? sent.data.id : '', recipients: to.length })
  },
})
