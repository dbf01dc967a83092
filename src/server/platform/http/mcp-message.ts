/**
 * How large a message of MCP may be, apart from the arguments of a tool. The protocol's own schemas look at every item of it, write each
 * problem that they find into the answer, and know no bound: a list of 300,000 icons took half a minute and was answered with 79 MB.
 */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

/** An icon may be written into the message as a `data:` address, hence the characters. */
export const MCP_MESSAGE = { items: 100, values: 1000, characters: 64_000, error_characters: 1000 } as const

/** The arguments of a tool are one JSON object to the protocol, and are checked against the schema of the tool. */
function withoutArguments(message: Json): Json {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return message
  const { arguments: _, ...params } = message.params
  return { ...message, params }
}

/** @returns what is too large, null for a message that the protocol may read */
function excessOf(message: Json): string | null {
  const { items, values, characters } = MCP_MESSAGE
  const stack: Json[] = [withoutArguments(message)]
  let count = 0
  let length = 0
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') length += next.length
    else if (typeof next === 'object' && next !== null) {
      const keys = Array.isArray(next) ? [] : Object.keys(next)
      const inside = Array.isArray(next) ? next : Object.values(next)
      if (inside.length > items) return `at most ${items} items in a list or an object`
      for (const key of keys) length += key.length
      stack.push(...inside)
    }
    if (++count > values) return `at most ${values} values`
    if (length > characters) return `at most ${characters} characters`
  }
  return null
}

const idOf = (message: Json): string | number | null => {
  const id = isObject(message) ? message.id : null
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 100) ? id : null
}

/** The answer to a message that is too large, null for any other. */
export function refusalOfMessage(message: Json): JsonObject | null {
  const excess = excessOf(message)
  if (excess === null) return null
  const error = {
    code: -32600,
    message: `The message is too large: apart from the arguments of a tool it has ${excess}.`,
  }
  return { jsonrpc: '2.0', id: idOf(message), error }
}

/** An answer of the protocol whose error is short enough to read: its schemas tell every problem at length. */
export function withShortError<Message extends object>(message: Message): Message {
  const { error } = message as { error?: { message?: unknown } }
  const text = error?.message
  if (typeof text !== 'string' || text.length <= MCP_MESSAGE.error_characters) return message
  return { ...message, error: { ...error, message: `${text.slice(0, MCP_MESSAGE.error_characters).toWellFormed()}…` } }
}
