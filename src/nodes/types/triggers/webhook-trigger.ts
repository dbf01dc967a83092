import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { defineNode, output } from '#nodes/node.ts'
import { perItem } from '#nodes/settings.ts'

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const

/** Kinds of credentials whose secret a caller can show or sign with. */
const SECRETS = ['signing_secret', 'api_key_header', 'bearer'] as const

const header = (title: string, help: string, name: string, auth: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'Use letters, digits and dashes')
    .default(name)
    .describe(help)
    .meta({ title, when: { field: 'auth', is: [auth] } })

const Config = z
  .strictObject({
    method: z
      .enum(METHODS)
      .default('POST')
      .describe('Requests with another method are refused.')
      .meta({ title: 'Method' }),
    respond: z
      .enum(['immediately', 'when_finished', 'respond_node'])
      .default('immediately')
      .describe(
        'Whether the caller gets an answer at once, the output of the workflow, or what “Answer the webhook” says. After 25 s the caller gets the id of the run.',
      )
      .meta({ title: 'Answer' }),
    auth: z
      .enum(['none', 'header', 'signature'])
      .default('none')
      .describe('“header”: the secret stands in a header. “signature”: the body is signed with it (HMAC SHA-256).')
      .meta({ title: 'Protection' }),
    credential: credentialField(
      SECRETS,
      'The stored secret a caller must know. The secret itself is never part of the workflow.',
      'Secret',
    ).meta({ when: { field: 'auth', is: ['header', 'signature'] } }),
    header_name: header('Header', 'The header that carries the secret.', 'X-Webhook-Secret', 'header'),
    signature_header: header(
      'Signature header',
      'The header that carries the signature.',
      'X-Webhook-Signature',
      'signature',
    ),
    signature_format: z
      .enum(['timestamped', 'body'])
      .default('timestamped')
      .describe(
        'timestamped: "t=<seconds>,v1=<hex>" over "<seconds>.<body>"; old or repeated requests are refused. body: "sha256=<hex>" over the body alone, as GitHub signs.',
      )
      .meta({ title: 'Signature', when: { field: 'auth', is: ['signature'] } }),
    tolerance_seconds: z
      .number()
      .int()
      .min(10)
      .max(3600)
      .default(300)
      .describe('How old a signed request may be.')
      .meta({ title: 'Oldest (seconds)', when: { field: 'signature_format', is: ['timestamped'] } }),
    dedupe: perItem(
      'Same request',
      'What makes two requests the same, without braces: headers."idempotency-key" or body.order.id. The same one again within 24 hours gets the answer of the first run.',
    ).optional(),
  })
  .refine((config) => config.auth === 'none' || config.credential !== undefined, {
    path: ['credential'],
    message: 'Choose the secret a caller must know',
  })

/** Before version 2 a secret was named, and none could be stored. */
function migrate({ secret_name: _, ...config }: JsonObject): JsonObject {
  return config
}

export const webhookTrigger = defineNode({
  type: 'webhook_trigger',
  version: 2,
  title: 'Webhook',
  category: 'trigger',
  icon: 'webhook',
  description:
    'Starts the workflow when an HTTP request arrives. Gives on the request: body, query and headers; files of a form as files.',
  kind: 'pure',
  trigger: true,
  config: Config,
  output: z.looseObject({ body: Json.optional(), query: Json.optional(), headers: Json.optional() }).or(Json),
  sentence: (config) =>
    `On ${config.method}, answers ${config.respond === 'immediately' ? 'at once' : 'with the result'}`,
  migrate,
  run: (ctx) => output(ctx.input),
})
