/** What a tool returned, in one shape for every server: its text, its data, and the parts that are neither. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

export interface ToolOutput {
  /** The text parts, one after the other. */
  text: string
  /** The structured result; without one, the text read as JSON; null when it is none. */
  data: Json
  /** Images, audio, links and embedded resources, as the server sent them. */
  content: JsonObject[]
}

function asJson(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

/** @param result of `tools/call` */
export function readResult(result: { content?: unknown; structuredContent?: unknown }): ToolOutput {
  const parts = Array.isArray(result.content) ? result.content.filter(isObject) : []
  const texts = parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
  const text = texts.join('\n')
  const data = result.structuredContent === undefined ? asJson(text) : (result.structuredContent as Json)
  return { text, data, content: parts.filter(({ type }) => type !== 'text') as JsonObject[] }
}
