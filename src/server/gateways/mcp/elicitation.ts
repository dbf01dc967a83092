/** What servers ask people while a tool runs. Secrets are never given that way. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

/** A question of a server, as data. */
export interface Asked {
  message: string
  fields: JsonObject
  /** It asks for a secret: it is declined, also when a person answers. */
  secret: boolean
}

const SECRET =
  /pass(?:word|phrase|code)|secret|token|api[\s_-]?key|credential|private[\s_-]?key|\b(?:otp|pin|cvv|cvc|mfa|2fa)\b|card[\s_-]?number|one[\s_-]?time/i

const MOST_FIELDS = 50
const MOST_CHARS = 2000

/** Looks at names, titles, descriptions and formats: a server says what it wants, in whatever words. */
function asksForSecret(message: string, fields: JsonObject): boolean {
  const words = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  const texts = Object.entries(fields).flatMap(([name, field]) => {
    const { title, description, format } = isObject(field) ? field : {}
    return [name, words(name), title, description, format]
  })
  return [message, ...texts].some((text) => typeof text === 'string' && SECRET.test(text))
}

/** @param params of `elicitation/create` */
export function readAsked(params: { mode?: string; message?: unknown; requestedSchema?: unknown }): Asked {
  const message = typeof params.message === 'string' ? params.message.slice(0, MOST_CHARS).toWellFormed() : ''
  const schema = isObject(params.requestedSchema) ? params.requestedSchema : {}
  const all = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const fields = Object.fromEntries(all.slice(0, MOST_FIELDS)) as JsonObject
  const isForm = params.mode === undefined || params.mode === 'form'
  return { message, fields, secret: !isForm || all.length > MOST_FIELDS || asksForSecret(message, fields) }
}

/** What a person answers, by the message they were shown. */
export interface ElicitationAnswer {
  message: string
  values: Record<string, Json>
}

type Reply = { action: 'accept'; content: Record<string, string | number | boolean | string[]> } | { action: 'decline' }

const isPlain = (value: unknown): value is string | number | boolean | string[] =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'))

/** Declines what nobody answered, what asks for a secret, and values for fields that were not asked for. */
export function replyTo(asked: Asked, answers: readonly ElicitationAnswer[]): Reply {
  const answer = asked.secret ? undefined : answers.find(({ message }) => message === asked.message)
  if (!answer) return { action: 'decline' }
  const content: Record<string, string | number | boolean | string[]> = {}
  for (const [name, value] of Object.entries(answer.values)) {
    if (!Object.hasOwn(asked.fields, name) || !isPlain(value)) return { action: 'decline' }
    content[name] = value
  }
  return { action: 'accept', content }
}
