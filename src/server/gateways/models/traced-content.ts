/**
 * Prompts and answers in the form that OpenTelemetry asks for (opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans, “Capturing
 * instructions, inputs, and outputs”): messages of parts, with the instructions apart.
 */
import type { ModelAnswer, ModelMessage, ModelToolCall } from '#nodes/model-port.ts'
import { withoutSecrets } from '#nodes/without-secrets.ts'
import type { OneAnswer, OneRequest } from './client.ts'

const callPart = ({ id, name, arguments: given }: ModelToolCall) => ({
  type: 'tool_call',
  id,
  name,
  arguments: withoutSecrets(given),
})
const textPart = (content: string) => (content === '' ? [] : [{ type: 'text', content }])

function inputMessage(message: ModelMessage) {
  if (message.role === 'tool')
    return {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: message.tool_call_id, response: message.content }],
    }
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return { role: message.role, parts: [...textPart(message.content), ...calls.map(callPart)] }
}

/** By the names of their attributes. */
export function sentContent({ messages, tools }: Pick<OneRequest, 'messages' | 'tools'>): Record<string, unknown> {
  const system = messages.filter(({ role }) => role === 'system')
  return {
    'gen_ai.system_instructions': system.length === 0 ? undefined : system.flatMap(({ content }) => textPart(content)),
    'gen_ai.input.messages': messages.filter(({ role }) => role !== 'system').map(inputMessage),
    'gen_ai.tool.definitions': tools?.map((tool) => ({ type: 'function', ...tool })),
  }
}

/** Why a model stopped, in the words of the conventions. */
export const FINISH_NAMES: Readonly<Record<ModelAnswer['finish'], string>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_call',
  filtered: 'content_filter',
  other: 'error',
}

export const outputMessage = ({ text, tool_calls, finish }: Pick<OneAnswer, 'text' | 'tool_calls' | 'finish'>) => ({
  role: 'assistant',
  parts: [...textPart(text), ...tool_calls.map(callPart)],
  finish_reason: FINISH_NAMES[finish],
})
