/** n8n's app nodes that are tools of an agent: an action of the app, whose input the model gives in part. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ActionEffect } from '#nodes/import/n8n/mapped.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { asFixedInput, readsRun } from './reading-run.ts'

/** One value that the model gives, alone in its place. */
const ALONE = /^\{\{ (?:\$string\()?\$input\.(\w+)\)? \}\}$/

export interface AppToolParts {
  tool: JsonObject
  /** In place of what was gathered; undefined where the tool keeps it. */
  parameters?: JsonObject
  /** Where its account is chosen. */
  field: string
}

/**
 * What the model gives has to be a field of the input each, because a tool of an app hands it on as it is; where the file puts such values
 * into texts, lists or objects, the tool is the node that fills them in.
 * @param config of an “App action” of ours
 * @param gathered the JSON Schema of what the model gives
 */
export function appToolOf(config: JsonObject, effect: ActionEffect, gathered: JsonObject): AppToolParts {
  const input = readAt(config, 'input')
  const fixed: JsonObject = {}
  const properties: JsonObject = {}
  const required: string[] = []
  for (const [key, value] of Object.entries(isObject(input) ? input : {})) {
    const [, name] = typeof value === 'string' ? (ALONE.exec(value) ?? []) : []
    const about = name === undefined ? undefined : readAt(gathered, 'properties', name)
    if (name !== undefined && about !== undefined) {
      properties[key] = about
      if (isRequired(gathered, name)) required.push(key)
    } else if (!hasHole(value)) fixed[key] = value
    else {
      const own = readsRun(value) ? asFixedInput(value) : null
      if (own === null) return filledIn(config, effect)
      fixed[key] = own
    }
  }
  return {
    tool: {
      kind: 'app',
      integration: readTextAt(config, 'integration') ?? '',
      action: readTextAt(config, 'action') ?? '',
      effect,
      ...(Object.keys(fixed).length > 0 && { fixed }),
    },
    parameters: { type: 'object', properties, ...(required.length > 0 && { required }) },
    field: 'credential',
  }
}

const filledIn = (config: JsonObject, effect: ActionEffect): AppToolParts => ({
  tool: { kind: 'node', node: 'app_action', config, acts: effect !== 'read' },
  field: 'config.credential',
})

const hasHole = (value: Json): boolean => JSON.stringify(value).includes('{{')

function isRequired(schema: JsonObject, name: string): boolean {
  const required = readAt(schema, 'required')
  return Array.isArray(required) && required.includes(name)
}
