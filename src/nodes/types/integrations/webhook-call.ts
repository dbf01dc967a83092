import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { checkStatus, parseBody, send, webAddress } from '#nodes/lib/integrations/request.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

export const webhookCall = defineNode({
  type: 'webhook_call',
  version: 1,
  title: 'Call a webhook',
  category: 'integration',
  icon: 'webhook',
  description:
    'Notifies another program that something happened. With a signing secret the request is signed: HMAC SHA-256 over the time, a dot and the body, in the headers X-Chowk-Timestamp and X-Chowk-Signature.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: z.strictObject({
    url: z.string().min(1, 'Enter an address').max(8000).describe('The address to notify.').meta({ title: 'Address' }),
    credential: credentialField(
      ['signing_secret'],
      'The secret to sign with. Leave empty to send unsigned requests.',
      'Signing secret',
    ),
    event: z
      .string()
      .max(100)
      .regex(/^[\w.:-]*$/, 'Use letters, digits, dots, hyphens and colons')
      .default('')
      .describe('What happened, for example invoice.read. Sent in the header X-Chowk-Event.')
      .meta({ title: 'Event' }),
    body: Json.optional()
      .describe('The data to send. Leave empty to send the input.')
      .meta({ title: 'Content', widget: 'json' }),
    timeout_ms: z
      .number()
      .int()
      .min(100)
      .max(60_000)
      .default(15_000)
      .describe('In milliseconds.')
      .meta({ title: 'Time limit' }),
  }),
  example: { url: 'https://example.com/hooks/invoices', event: 'invoice.read' },
  output: z.object({ status: z.number().int(), body: Json }),
  sentence: (config) => `Notifies ${brief(config.url)}`,
  async run(ctx) {
    const { url, event, body, credential, timeout_ms } = ctx.config
    const response = await send(ctx, {
      method: 'POST',
      url: webAddress(url).href,
      headers: {
        accept: 'application/json, */*',
        'content-type': 'application/json',
        'idempotency-key': ctx.run.idempotency_key,
        ...(event !== '' && { 'x-chowk-event': event }),
      },
      body: JSON.stringify(body ?? ctx.input),
      timeout_ms,
      ...(credential && { credential }),
    })
    checkStatus(response)
    return output({ status: response.status, body: parseBody(response) })
  },
})
