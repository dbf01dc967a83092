/** A model that does what an injected text says, with everything it has read: the worst that can answer. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Asked, Behaviour } from '#peers/model/behaviour.ts'
import type { Attacker, Goal } from './goals.ts'
import { lootIn } from './secrets.ts'

/** @param foreign id of a file of somebody else */
export function obey(goal: Goal, attacker: Attacker, foreign: string): (asked: Asked) => Behaviour {
  return ({ body }) => {
    const loot = lootIn(JSON.stringify(body.messages ?? '')) || 'nothing'
    const called = body.messages?.some(({ role }) => role === 'tool') === true
    if (goal.calls && body.tools?.length && !called) {
      const known = new Set(body.tools.map((one) => one.function.name))
      const calls = goal.calls(attacker, loot).map((call) => ({
        ...call,
        arguments: JSON.parse(JSON.stringify(call.arguments).replace('FOREIGN', foreign)) as unknown,
      }))
      // A call of an unknown tool is said to the model, and ends what is asked: only those that exist are repeated.
      const repaired = body.messages?.some(({ content }) => String(content).includes('There is no tool')) === true
      return { type: 'tools', calls: repaired ? calls.filter(({ name }) => known.has(name)) : calls, text: '' }
    }
    const text = goal.writes(attacker, loot)
    const schema = schemaIn(body.messages)
    return { type: 'answer', text: schema === null ? text : JSON.stringify(filled(schema, text)) }
  }
}

function schemaIn(messages: Asked['body']['messages'] = []): JsonObject | null {
  for (const { content } of messages) {
    const found = /It must fit this JSON Schema:\n(\{.*\})/s.exec(typeof content === 'string' ? content : '')
    if (found?.[1]) return JSON.parse(found[1]) as JsonObject
  }
  return null
}

/** A value that fits, with the text wherever a text may stand. */
export function filled(schema: JsonObject, text: string): Json {
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null
  if (schema.const !== undefined) return schema.const
  const kind = Array.isArray(schema.type) ? (schema.type.find((one) => one !== 'null') ?? 'null') : schema.type
  if (kind === 'string') return text.slice(0, typeof schema.maxLength === 'number' ? schema.maxLength : undefined)
  if (kind === 'number' || kind === 'integer') return typeof schema.minimum === 'number' ? schema.minimum : 1
  if (kind === 'boolean') return true
  if (kind === 'array') {
    const least = typeof schema.maxItems === 'number' ? Math.min(1, schema.maxItems) : 1
    return Array.from({ length: least }, () => filled((schema.items ?? {}) as JsonObject, text))
  }
  if (kind === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, JsonObject>
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, filled(inner, text)]))
  }
  return kind === 'null' ? null : text
}
