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
    'Tells another program that something happened. With a signing secret it is signed: HMAC SHA-256 over the time, a dot and the body, in the headers X-Chowk-Timestamp and X-Chowk-Signature.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: z.strictObject({
    url: z.string().min(1, 'Give an address').max(8000).describe('Where it is told.').meta({ title: 'Address' }),
    credential: credentialField(
      ['signing_secret'],
      'What it is signed with. Not signed when left out.',
      'Signing secret',
    ),
    event: z
      .string()
      .max(100)
      .regex(/^[\w.:-]*$/, 'Letters, digits, dots, dashes and colons')
      .default('')
      .describe('What happened, for example invoice.read; sent in the header X-Chowk-Event.')
      .meta({ title: 'Event' }),
    body: Json.optional().describe('What is told. The input when left out.').meta({ title: 'Content', widget: 'json' }),
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
  sentence: (config) => `Tells ${brief(config.url)}`,
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
