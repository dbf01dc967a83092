/** Builds a request of an action from a generated input, with files of a few bytes. */
import type { Action, Connector, HttpCall } from '#connectors/connector.ts'
import { type BuiltRequest, buildRequest, fileKeys } from '#connectors/request/build.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { generate } from './generate.ts'

const FILE = { name: 'a.txt', mime: 'text/plain', bytes: new TextEncoder().encode('text') }

/** The address with a value for each of its variables. */
export const filledBase = ({ base_url, variables }: Pick<Connector, 'base_url' | 'variables'>): string =>
  base_url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = variables.find((one) => one.name === name)
    return variable?.default ?? variable?.options?.[0] ?? 'example'
  })

/** @throws RequestError */
export function tryRequest(
  action: Action,
  head: Pick<Connector, 'base_url' | 'variables'>,
  seed: number,
): { input: JsonObject; built: BuiltRequest; base: string } {
  const call = action.call as HttpCall
  const input = generate(action.input, seed)
  if (!isObject(input)) throw new Error(`The input of ${action.id} is no object`)
  const base = filledBase({ ...head, base_url: call.base_url ?? head.base_url })
  const files = Object.fromEntries(fileKeys(call).map((key) => [key, [FILE]]))
  return { input, base, built: buildRequest({ ...call, base_url: base }, base, input, { files }) }
}
