import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import {
  cardAddress,
  checkEnd,
  endpointOf,
  isUnderWay,
  type RemoteTask,
  readTask,
} from '#nodes/lib/integrations/a2a.ts'
import { checkStatus, parseBody, send } from '#nodes/lib/integrations/request.ts'
import { defineNode, type NodeContext, NodeError, type NodeResult, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

/** How often it is asked after a task that takes longer, and how often at most: about a day. */
const FIRST_S = 5
const LONGEST_S = 120
const MOST_TURNS = 720

const Config = z.strictObject({
  url: z
    .string()
    .min(1, 'Enter an address')
    .max(8000)
    .describe('The address of the agent, or of its agent card. Private addresses are rejected.')
    .meta({ title: 'Address' }),
  credential: credentialField(
    ['bearer', 'api_key_header', 'basic', 'oauth2_generic'],
    'Signs in to the agent. Sent only to the credential’s allowed hosts.',
  ),
  message: value('Message', 'What the agent is asked: text, or data. Leave empty to send the input.'),
  continues: z
    .string()
    .max(200)
    .default('')
    .describe('The task_id of an earlier answer, to continue that conversation. Leave empty for a new one.')
    .meta({ title: 'Continues' }),
  background: z
    .boolean()
    .default(false)
    .describe('For agents that take longer than the time limit: the run waits without using resources.')
    .meta({ title: 'Ask again later' }),
  timeout_ms: z
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(60_000)
    .describe('In milliseconds, for each request.')
    .meta({ title: 'Time limit' }),
})
type Context = NodeContext<z.output<typeof Config>>

export const remoteAgent = defineNode({
  type: 'remote_agent',
  version: 1,
  title: 'Remote agent',
  category: 'integration',
  icon: 'radio-tower',
  description: 'Asks an agent elsewhere that speaks the Agent2Agent protocol (A2A 1.0), and returns its answer.',
  kind: 'effect',
  timeout_ms: 125_000,
  config: Config,
  example: { url: 'https://agents.example.com/support', message: '{{ $input.question }}' },
  output: z.object({
    text: z.string(),
    /** Structured parts of the answer. */
    data: z.array(Json),
    task_id: z.string(),
    context_id: z.string(),
  }),
  sentence: (config) => `Asks the agent at ${brief(config.url)}`,
  async run(ctx) {
    const { message, continues, background } = ctx.config
    const address = cardAddress(ctx.config.url)
    const card = await request(ctx, 'GET', address.href)
    const endpoint = endpointOf(card, address)
    const asked = message === undefined ? ctx.input : message
    const task = readTask(
      await request(ctx, 'POST', endpoint, {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            // The same at every attempt, so that the agent can tell them from another message.
            messageId: ctx.run.idempotency_key,
            role: 'ROLE_USER',
            parts: [typeof asked === 'string' ? { text: asked } : { data: asked }],
            ...(continues !== '' && { referenceTaskIds: [continues] }),
          },
          configuration: { returnImmediately: background },
        },
      }),
    )
    return next(ctx, task, { endpoint, turn: 0 })
  },
  async resume(ctx, { state }) {
    const { endpoint, id, turn } = isObject(state) ? state : {}
    if (typeof endpoint !== 'string' || typeof id !== 'string' || typeof turn !== 'number')
      throw new NodeError('bad_answer', 'The task to ask after is unknown')
    const asked = { jsonrpc: '2.0', id: turn + 1, method: 'GetTask', params: { id } }
    return next(ctx, readTask(await request(ctx, 'POST', endpoint, asked)), { endpoint, turn })
  },
})

/** @throws as `HttpPort`, NodeError `http_status` */
async function request(ctx: Context, method: 'GET' | 'POST', url: string, body?: JsonObject): Promise<Json> {
  const { credential, timeout_ms } = ctx.config
  const response = await send(ctx, {
    method,
    url,
    headers: {
      accept: 'application/json',
      'a2a-version': '1.0',
      ...(body && { 'content-type': 'application/json' }),
      ...(body?.method === 'SendMessage' && { 'idempotency-key': ctx.run.idempotency_key }),
    },
    body: body ? JSON.stringify(body) : null,
    timeout_ms,
    ...(credential && { credential }),
  })
  const answer = parseBody(response)
  // A refusal in the protocol's own words says more than its status.
  const isRefusal = body !== undefined && isObject(answer) && isObject(answer.error) && answer.jsonrpc === '2.0'
  if (!isRefusal) checkStatus(response)
  return answer
}

/** The answer, or a wait until it is worth asking again. @throws NodeError `agent_failed`, `agent_asks`, `agent_slow` */
function next(ctx: Context, task: RemoteTask, { endpoint, turn }: { endpoint: string; turn: number }): NodeResult {
  if (!isUnderWay(task)) {
    checkEnd(task)
    const { text, data, id, context } = task
    return output({ text, data, task_id: id, context_id: context })
  }
  if (turn >= MOST_TURNS) throw new NodeError('agent_slow', 'The agent didn’t finish within a day')
  const seconds = Math.min(LONGEST_S, FIRST_S * 2 ** Math.min(turn, 10))
  const until = new Date(ctx.now().getTime() + seconds * 1000).toISOString()
  return { type: 'wait', wait: { type: 'timer', until, state: { endpoint, id: task.id, turn: turn + 1 } } }
}
