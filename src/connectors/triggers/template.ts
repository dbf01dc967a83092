/** Fills the templates of subscriptions. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

export interface Filling {
  address: string
  secret: string
  /** What the service calls the subscription; empty before there is one. */
  remote: Json
  input: JsonObject
}

const valueFor = (name: string, { address, secret, remote, input }: Filling): Json => {
  if (name === 'address') return address
  if (name === 'secret') return secret
  if (name === 'remote') return remote
  // A name of its own for each subscription, for services that want one.
  if (name === 'name') return `chowk-${address.slice(-12)}`
  const key = name.slice('input:'.length)
  return Object.hasOwn(input, key) ? (input[key] ?? null) : null
}

const PLACE = /\{(address|secret|remote|name|input:[A-Za-z0-9_.-]+)\}/g

/** A text that is nothing but a place keeps the type of its value. */
function fillText(text: string, filling: Filling): Json {
  const [, whole] = /^\{([a-z]+(?::[A-Za-z0-9_.-]+)?)\}$/.exec(text) ?? []
  if (whole !== undefined && text.match(PLACE)) return valueFor(whole, filling)
  return text.replace(PLACE, (_, name: string) => {
    const value = valueFor(name, filling)
    return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function fillValue(value: Json, filling: Filling): Json {
  if (typeof value === 'string') return fillText(value, filling)
  if (Array.isArray(value)) return value.map((one) => fillValue(one, filling))
  return isObject(value) ? fillTemplate(value, filling) : value
}

/** Entries whose value is not known are left out. */
export function fillTemplate(template: JsonObject, filling: Filling): JsonObject {
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, value]) => [key, fillValue(value, filling)] as const)
      .filter(([, value]) => value !== null),
  )
}
