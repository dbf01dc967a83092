import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

/** What describes the answer itself. */
const DESCRIBING =
  /^(?:content-(?:type|language|disposition)|location|cache-control|expires|etag|last-modified|retry-after|vary|allow|deprecation|sunset)$/i
/** Names of one's own, as a service gives them: `X-Request-Id`, `Shop-Signature`, `Webhook-Id`. */
const OWN = /^(?:x-.*|.*-(?:id|signature|timestamp|version|count|total|limit|remaining|reset))$/i
/** Read by proxies and browsers although their name begins with X. */
const READ_BY_OTHERS =
  /^x-(?:accel-.*|sendfile.*|lighttpd-.*|frame-options|content-type-options|xss-protection|.*-policy|.*-policies|dns-.*)$/i

/**
 * Whether a workflow may set this header. Named are those that may, because browsers learn new ones: `NEL` or `Clear-Site-Data` would hold
 * for all pages of this address, not for the answer alone.
 */
export const mayAnswerWith = (name: string): boolean =>
  DESCRIBING.test(name) || (OWN.test(name) && !READ_BY_OTHERS.test(name))

const Header = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'Use letters, digits and hyphens')
    .refine(
      mayAnswerWith,
      'The server sets this header. Use a header that describes the response, or a name that begins with X-',
    )
    .meta({ title: 'Name' }),
  value: z
    .string()
    .max(2000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Remove line breaks and control characters')
    .meta({ title: 'Value' }),
})

/** What the caller of a webhook gets, as the output of the node. */
export const Response = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: Json,
})

export const respond = defineNode({
  type: 'respond',
  version: 1,
  title: 'Answer the webhook',
  category: 'flow',
  icon: 'reply',
  description:
    'Defines the response to the webhook’s caller: status, headers and body. The workflow then continues. Without a waiting caller it does nothing.',
  kind: 'effect',
  config: z.strictObject({
    status: z.number().int().min(200).max(599).default(200).describe('200 means success.').meta({ title: 'Status' }),
    body: value('Body', 'Text is sent as it is, anything else as JSON. Leave empty to send the input.'),
    headers: z
      .array(Header)
      .max(20)
      .default([])
      .describe('For example Content-Type or Location.')
      .meta({ title: 'Headers' }),
  }),
  example: { status: 201, body: { ok: true } },
  output: Response,
  sentence: ({ status }) => `With status ${status}`,
  run(ctx) {
    const { status, headers } = ctx.config
    const body = ctx.config.body === undefined ? ctx.input : ctx.config.body
    return output({ status, headers: Object.fromEntries(headers.map(({ name, value: text }) => [name, text])), body })
  },
})
