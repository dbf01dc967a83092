import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const

const Config = z
  .strictObject({
    method: z
      .enum(METHODS)
      .default('POST')
      .describe('Requests with another method are refused.')
      .meta({ title: 'Method' }),
    respond: z
      .enum(['immediately', 'when_finished'])
      .default('immediately')
      .describe('Whether the caller gets an answer at once or the output of the workflow.')
      .meta({ title: 'Answer' }),
    auth: z
      .enum(['none', 'header'])
      .default('none')
      .describe('With "header" a request must carry the secret in the named header.')
      .meta({ title: 'Protection' }),
    header_name: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'Use letters, digits and dashes')
      .default('X-Webhook-Secret')
      .describe('The header that carries the secret.')
      .meta({ title: 'Header' }),
    secret_name: z
      .string()
      .max(100)
      .default('')
      .describe('The name of the stored secret to compare with. The secret itself is never part of the workflow.')
      .meta({ title: 'Secret', widget: 'secret' }),
  })
  .refine((config) => config.auth === 'none' || config.secret_name !== '', {
    path: ['secret_name'],
    message: 'Choose the secret that the header must carry',
  })

export const webhookTrigger = defineNode({
  type: 'webhook_trigger',
  version: 1,
  title: 'Webhook',
  category: 'trigger',
  icon: 'webhook',
  description: 'Starts the workflow when an HTTP request arrives. Gives on the request: body, query and headers.',
  kind: 'pure',
  trigger: true,
  config: Config,
  output: z.looseObject({ body: Json.optional(), query: Json.optional(), headers: Json.optional() }).or(Json),
  sentence: (config) =>
    `On ${config.method}, answers ${config.respond === 'immediately' ? 'at once' : 'with the result'}`,
  run: (ctx) => output(ctx.input),
})
