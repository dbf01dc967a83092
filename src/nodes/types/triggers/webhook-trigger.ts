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
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'Use letters, digits and hyphens')
    .default(name)
    .describe(help)
    .meta({ title, when: { field: 'auth', is: [auth] } })

const Config = z
  .strictObject({
    method: z
      .enum(METHODS)
      .default('POST')
      .describe('Requests with another method are rejected.')
      .meta({ title: 'Method' }),
    respond: z
      .enum(['immediately', 'when_finished', 'respond_node'])
      .default('immediately')
      .describe(
        'Whether the caller gets an immediate answer, the output of the workflow, or what “Answer the webhook” defines. After 25 s the caller gets the id of the run.',
      )
      .meta({ title: 'Answer' }),
    auth: z
      .enum(['none', 'header', 'signature'])
      .default('none')
      .describe('“header”: the secret is sent in a header. “signature”: the body is signed with it (HMAC SHA-256).')
      .meta({ title: 'Protection' }),
    credential: credentialField(
      SECRETS,
      'The stored secret that callers must know. The secret itself is never part of the workflow.',
      'Secret',
    ).meta({ when: { field: 'auth', is: ['header', 'signature'] } }),
    header_name: header('Header', 'The header that contains the secret.', 'X-Webhook-Secret', 'header'),
    signature_header: header(
      'Signature header',
      'The header that contains the signature.',
      'X-Webhook-Signature',
      'signature',
    ),
    signature_format: z
      .enum(['timestamped', 'body'])
      .default('timestamped')
      .describe(
        'timestamped: "t=<seconds>,v1=<hex>" over "<seconds>.<body>"; old or repeated requests are rejected. body: "sha256=<hex>" over the body only, as GitHub does.',
      )
      .meta({ title: 'Signature', when: { field: 'auth', is: ['signature'] } }),
    tolerance_seconds: z
      .number()
      .int()
      .min(10)
      .max(3600)
      .default(300)
      .describe('The maximum age of a signed request.')
      .meta({ title: 'Oldest (seconds)', when: { field: 'signature_format', is: ['timestamped'] } }),
    dedupe: perItem(
      'Same request',
      'An expression without braces that identifies duplicate requests: headers."idempotency-key" or body.order.id. A request with the same value within 24 hours gets the answer of the first run.',
    ).optional(),
  })
  .refine((config) => config.auth === 'none' || config.credential !== undefined, {
    path: ['credential'],
    message: 'Choose the secret that callers must know',
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
    'Starts the workflow when an HTTP request arrives. Outputs body, query and headers; files of a form become files.',
  kind: 'pure',
  trigger: true,
  config: Config,
  output: z.looseObject({ body: Json.optional(), query: Json.optional(), headers: Json.optional() }).or(Json),
  sentence: (config) =>
    `On ${config.method}, answers ${config.respond === 'immediately' ? 'immediately' : 'with the result'}`,
  migrate,
  run: (ctx) => output(ctx.input),
})
