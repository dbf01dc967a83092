/** What an agent that speaks the Agent2Agent protocol (1.0, JSON-RPC) says: its card, and its tasks. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'
import { webAddress } from './request.ts'

const CARD = '.well-known/agent-card.json'

/** The address of the card: as it is, or below the address of the agent. @throws NodeError `bad_url` */
export function cardAddress(text: string): URL {
  const url = webAddress(text)
  const [path = '', query = ''] = url.href.replace(/#.*$/s, '').split(/(?=\?)/)
  return path.endsWith('.json') ? url : webAddress(`${path.replace(/\/$/, '')}/${CARD}${query}`)
}

const textIn = (value: Json | undefined, name: string): string => {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

/**
 * Where the agent takes messages. On the host of its card alone: a card must not send data, or a key, elsewhere.
 * @throws NodeError `bad_agent_card`
 */
export function endpointOf(card: Json, address: URL): string {
  const interfaces = isObject(card) && Array.isArray(card.supportedInterfaces) ? card.supportedInterfaces : []
  const spoken = interfaces.find(
    (one) => textIn(one, 'protocolBinding') === 'JSONRPC' && /^1(?:\.|$)/.test(textIn(one, 'protocolVersion')),
  )
  const url = textIn(spoken, 'url')
  if (!/^https?:\/\//.test(url))
    throw new NodeError('bad_agent_card', 'This is not the card of an agent that speaks A2A 1.0 over JSON-RPC', {
      field: 'url',
    })
  const endpoint = webAddress(url)
  if (endpoint.host !== address.host)
    throw new NodeError('bad_agent_card', `The agent’s card names another host: ${brief(endpoint.host, 100)}`, {
      field: 'url',
    })
  return endpoint.href
}

export interface RemoteTask {
  id: string
  context: string
  /** Without its prefix: `COMPLETED`. */
  state: string
  text: string
  data: Json[]
}

function partsOf(value: Json | undefined): JsonObject[] {
  const parts = isObject(value) ? value.parts : undefined
  return Array.isArray(parts) ? parts.filter((part): part is JsonObject => isObject(part)) : []
}

/** What a JSON-RPC answer holds: a task, or a message that is the whole answer. @throws NodeError `agent_refused`, `bad_answer` */
export function readTask(answer: Json): RemoteTask {
  const refusal = isObject(answer) ? answer.error : undefined
  if (isObject(refusal))
    throw new NodeError('agent_refused', `The agent refused: ${brief(textIn(refusal, 'message') || 'no reason', 300)}`)
  const result = isObject(answer) ? answer.result : undefined
  if (!isObject(result)) throw new NodeError('bad_answer', 'The agent’s answer is not one of A2A 1.0')
  const message = isObject(result.message) ? result.message : null
  const task = isObject(result.task) ? result.task : result
  const status = isObject(task.status) ? task.status : null
  if (!message && !status) throw new NodeError('bad_answer', 'The agent’s answer is not one of A2A 1.0')
  const artifacts = Array.isArray(task.artifacts) ? task.artifacts : []
  const parts = message ? partsOf(message) : artifacts.flatMap(partsOf)
  const said = message ? [] : partsOf(status?.message)
  const shown = parts.length > 0 ? parts : said
  return {
    id: message ? textIn(message, 'taskId') : textIn(task, 'id'),
    context: textIn(message ?? task, 'contextId'),
    state: message ? 'COMPLETED' : textIn(status ?? {}, 'state').replace(/^TASK_STATE_/, ''),
    text: shown.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n'),
    data: shown.flatMap(({ data }) => (data === undefined ? [] : [data])),
  }
}

export const isUnderWay = ({ state }: RemoteTask): boolean => state === 'SUBMITTED' || state === 'WORKING'

/** @throws NodeError `agent_failed`, `agent_asks` for a task that ended without an answer */
export function checkEnd({ state, text }: RemoteTask): void {
  if (state === 'COMPLETED') return
  const why = text === '' ? '' : `: ${brief(text, 300)}`
  if (state === 'INPUT_REQUIRED') throw new NodeError('agent_asks', `The agent asks for more${why}`)
  if (state === 'AUTH_REQUIRED') throw new NodeError('agent_asks', `The agent wants to be signed in${why}`)
  throw new NodeError('agent_failed', `The agent’s task ended as ${brief(state.toLowerCase(), 50) || 'unknown'}${why}`)
}
