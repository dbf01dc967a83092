/** Puts what starts workflows into the apps of the catalogue, as `choices/triggers.yaml` has it. */
import type { Action, Connector, Delivery, Polling, ServiceTrigger, Subscribing } from '#connectors/connector.ts'
import { readOpenApi } from '#connectors/openapi/read.ts'
import { idOf } from '#connectors/openapi/words.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { documentOf } from './by-hand.ts'
import type { ActionChoice } from './choices.ts'
import { applyChoice } from './shape.ts'
import { trim } from './trim.ts'

interface TriggerChoice {
  description: string
  group: string
  /** Fields of the action that is polled. */
  input?: string[]
  /** `name*: type: description`, in place of `input`. */
  fields?: Record<string, string>
  polling?: Polling
  webhook?: { delivery: Delivery; subscribing: Subscribing }
  event?: Omit<
    Extract<ServiceTrigger, { kind: 'event' }>,
    'kind' | 'id' | 'title' | 'description' | 'group' | 'input' | 'sample'
  >
  sample: Json
}

export interface TriggerChoices {
  /** `Title | verb, verb` */
  triggers: Record<string, TriggerChoice>
  /** Calls that subscribe, as operations that no document has. */
  actions?: Record<string, ActionChoice>
}

const withoutArticles = (title: string): string =>
  idOf(title.replace(/\b(?:a|an|the|my)\b/gi, ' ').replace(/[’']/g, ''))

function readByHand(connector: Connector, choices: Record<string, ActionChoice>): Action[] {
  const app = { name: connector.name, sentence: '', categories: [], base_url: connector.base_url.replace(/[{}]/g, '') }
  const reading = readOpenApi(JSON.stringify(documentOf(app, Object.entries(choices))))
  return Object.entries(choices).map(([key, choice]) => {
    const [method, path] = key.split(' ')
    const found = reading.operations.find((one) => one.method === method && one.path === path)
    if (!found) throw new Error(`${connector.id} has no ${key}`)
    const { action } = applyChoice(reading.action(found.id), choice, app)
    return { ...trim(action), id: withoutArticles(choice.title), scopes: [] }
  })
}

function inputOf(connector: Connector, { input = [], fields, polling }: TriggerChoice): JsonObject {
  const empty: JsonObject = { type: 'object', properties: {}, additionalProperties: false }
  if (fields) {
    const choice: ActionChoice = { title: 'Input', body: fields, sample: {} }
    const [made] = readByHand(connector, { 'POST /input': choice })
    return made?.input ?? empty
  }
  const action = connector.actions.find(({ id }) => id === polling?.action)
  const known = action && isObject(action.input.properties) ? action.input.properties : {}
  const missing = input.find((name) => !Object.hasOwn(known, name))
  if (missing !== undefined) throw new Error(`${connector.id}: ${polling?.action} has no ${missing}`)
  const required = Array.isArray(action?.input.required)
    ? action.input.required.filter((one) => input.includes(String(one)))
    : []
  return {
    ...empty,
    properties: Object.fromEntries(input.map((name) => [name, known[name] ?? {}])),
    ...(required.length > 0 && { required }),
  }
}

function kindOf({ polling, webhook, event }: TriggerChoice): Pick<ServiceTrigger, 'kind'> & object {
  if (polling) return { kind: 'polling', polling } as Pick<ServiceTrigger, 'kind'>
  if (webhook) return { kind: 'webhook', ...webhook } as Pick<ServiceTrigger, 'kind'>
  if (event) return { kind: 'event', ...event } as Pick<ServiceTrigger, 'kind'>
  throw new Error('Say how it is noticed')
}

/** Names of actions of the app that a trigger uses. */
function actionsOf(trigger: ServiceTrigger): string[] {
  if (trigger.kind === 'polling')
    return [trigger.polling.action, ...(trigger.polling.detail ? [trigger.polling.detail.action] : [])]
  if (trigger.kind === 'event') return 'action' in trigger.route ? [trigger.route.action] : []
  const { subscribe, unsubscribe, find } = trigger.subscribing
  return [subscribe, unsubscribe, find].flatMap((one) => (one ? [one.action] : []))
}

export interface WithTriggers {
  connector: Connector
  /** By the id of the trigger. */
  verbs: ReadonlyMap<string, readonly string[]>
}

export function addTriggers(before: Connector, choices: TriggerChoices): WithTriggers {
  const added = choices.actions ? readByHand(before, choices.actions) : []
  const names = new Set(added.map(({ id }) => id))
  const connector = { ...before, actions: [...before.actions.filter(({ id }) => !names.has(id)), ...added] }
  const verbs = new Map<string, string[]>()
  const triggers = Object.entries(choices.triggers).map(([heading, choice]) => {
    const [title = '', words = ''] = heading.split('|').map((part) => part.trim())
    const id = withoutArticles(title)
    verbs.set(
      id,
      words.split(',').map((word) => word.trim()),
    )
    const { description, group, sample } = choice
    const trigger = {
      id,
      title,
      description,
      group,
      input: inputOf(connector, choice),
      sample,
      ...kindOf(choice),
    } as ServiceTrigger
    for (const action of actionsOf(trigger))
      if (!connector.actions.some((one) => one.id === action))
        throw new Error(`${connector.id} has no action ${action}`)
    return trigger
  })
  return { connector: { ...connector, triggers }, verbs }
}
