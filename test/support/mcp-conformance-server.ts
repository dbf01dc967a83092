/**
 * Our MCP server as the official conformance tests want it: the door that every server of ours has, with the tools that the tests call.
 * Prints its address. Started by `campaigns/mcp-conformance.ts`.
 */
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Handlers, Tool } from '#server/platform/http/handlers.ts'
import { PLAIN_APP } from './parts.ts'

const tool = (
  name: string,
  call: Tool['call'],
  input_schema: JsonObject = { type: 'object', properties: {} },
): Tool => ({
  name,
  title: name,
  description: 'A tool of the conformance tests.',
  input_schema,
  reads_only: true,
  opens: 'listAgents',
  call,
})

const ADDRESS = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } }
/** As the scenario json-schema-2020-12 wants it. */
const SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: ADDRESS },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

const tools: Tool[] = [
  tool('test_simple_text', async () => ({ data: {}, text: 'This is a simple text response for testing.' })),
  tool('test_error_handling', async () => {
    throw new AppError('not_runnable', { message: 'This tool intentionally returns an error for testing' })
  }),
  tool('json_schema_2020_12_tool', async () => ({ data: {}, text: 'Seen' }), SCHEMA),
]

const handlers = { callMcp: () => ({ type: 'tools', instructions: 'Tools of a test.', tools }) }
const app = await createApp({
  ...PLAIN_APP,
  publicUrl: 'http://127.0.0.1',
  secret: 'a secret of a test, forty-eight characters long!',
  sessions: { resolve: () => Promise.reject(new AppError('unauthenticated')), stillValid: async () => true },
  // No other endpoint is asked.
  handlers: handlers as unknown as Handlers,
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => void app.close())
