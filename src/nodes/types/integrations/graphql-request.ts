import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { checkStatus, headersOf, Pair, parseBody, send, webAddress } from '#nodes/lib/integrations/request.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const Problem = z.object({ message: z.string() })

export const graphqlRequest = defineNode({
  type: 'graphql_request',
  version: 1,
  title: 'GraphQL request',
  category: 'integration',
  icon: 'waypoints',
  description:
    'Sends a query to a GraphQL service. Values are passed as variables, so that they can’t become part of the query.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: z.strictObject({
    url: z
      .string()
      .min(1, 'Enter an address')
      .max(8000)
      .describe('The address of the service.')
      .meta({ title: 'Address' }),
    credential: credentialField(
      ['bearer', 'api_key_header', 'basic', 'oauth2_generic'],
      'Authenticates the request. Sent only to the credential’s allowed hosts.',
    ),
    query: z
      .string()
      .min(1, 'Enter a query')
      .max(50_000)
      .describe('A query or a mutation, with $variables for values.')
      // An expression here would put a value into the question itself.
      .meta({ title: 'Query', widget: 'textarea', expression: 'none' }),
    variables: JsonObject.default({})
      .describe('Values for the variables that the query declares.')
      .meta({ title: 'Variables', widget: 'json' }),
    headers: z.array(Pair).max(50).default([]).describe('HTTP headers of the request.').meta({ title: 'Headers' }),
    timeout_ms: z
      .number()
      .int()
      .min(100)
      .max(60_000)
      .default(15_000)
      .describe('In milliseconds.')
      .meta({ title: 'Time limit' }),
  }),
  example: {
    url: 'https://api.example.com/graphql',
    query: 'query Order($id: ID!) { order(id: $id) { total } }',
    variables: { id: '{{ $input.id }}' },
  },
  output: z.object({ data: Json }),
  sentence: (config) => `Queries ${brief(config.url)}`,
  async run(ctx) {
    const { url, query, variables, headers, credential, timeout_ms } = ctx.config
    const own = { 'content-type': 'application/json', 'idempotency-key': ctx.run.idempotency_key }
    const response = await send(ctx, {
      method: 'POST',
      url: webAddress(url).href,
      headers: { ...headersOf(headers), ...own },
      body: JSON.stringify({ query, variables }),
      timeout_ms,
      ...(credential && { credential }),
    })
    const body = parseBody(response)
    const answer = isObject(body) ? body : {}
    const first = Array.isArray(answer.errors) ? Problem.safeParse(answer.errors[0]) : null
    // A refusal of the query comes with 200 or 400; neither is worth another try.
    if (first?.success)
      throw new NodeError('graphql_errors', `The service returned an error: ${brief(first.data.message, 300)}`)
    checkStatus(response)
    if (answer.data === undefined) throw new NodeError('graphql_errors', 'The response contains no data')
    return output({ data: answer.data })
  },
})
