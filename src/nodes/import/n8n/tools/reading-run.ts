/**
 * What a tool of an agent reads of the run: as its fixed input alone, which is worked out once, before the model calls it. There it must
 * not be mixed with what the model gives.
 */
import type { Json } from '#contract/core/primitives.ts'
import { RUN } from '#nodes/import/n8n/script/jsonata-piece.ts'
import { isObject } from '#shared/json.ts'

export const readsRun = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? ''
  return text.includes(RUN.input) || text.includes(RUN.nodes)
}

/** As an expression of the agent's settings; null where it also reads what the model gives. */
export function asFixedInput(value: Json): Json | null {
  return /\$input(?!\w)/.test(JSON.stringify(value)) ? null : marked(value)
}

function marked(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(RUN.input, '$input').replaceAll(RUN.nodes, '$nodes')
  if (Array.isArray(value)) return value.map(marked)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, marked(part)])) : value
}
