/** A step that runs an action of an app, or is started by what happens in one, as its settings say. Pure. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'

export const APP_ACTION = 'app_action'
export const APP_TRIGGER = 'app_trigger'

/** Whether nodes of a type belong to an app. */
export const isOfApp = (type: string): boolean => type === APP_ACTION || type === APP_TRIGGER

/** In front of the id of a trigger, where actions and triggers are named alike. */
const ON = 'on:'

/** The id of the trigger that a name means; null where it means an action. */
export const triggerIn = (name: string): string | null => (name.startsWith(ON) ? name.slice(ON.length) : null)

type Step = Pick<WorkflowNode, 'type' | 'config'>

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Which action a step runs, as `app/action`, or what starts it, as `app/on:trigger`; null for another step. */
export function actionOf({ type, config }: Step): string | null {
  if (!isOfApp(type)) return null
  const isTrigger = type === APP_TRIGGER
  const [app, name] = [text(config.integration), text(isTrigger ? config.trigger : config.action)]
  return app === '' || name === '' ? null : `${app}/${isTrigger ? ON : ''}${name}`
}

export const accountOf = ({ config }: Step): string | null => text(config.credential) || null

/** What the card says below the title. */
const cardTitle = (app: string, action: string): string => `${app}: ${action}`.slice(0, 120)

/** The settings of a new step. */
export const appConfig = (
  app: { id: string; name: string },
  action: { id: string; title: string },
  account: string | null,
  input: JsonObject,
): JsonObject => ({
  integration: app.id,
  action: action.id,
  title: cardTitle(app.name, action.title),
  ...(account !== null && { credential: account }),
  input,
})

/** The settings of a new trigger. */
export const appTriggerConfig = (
  app: { id: string; name: string },
  trigger: { id: string; title: string },
  account: string | null,
  input: JsonObject,
): JsonObject => ({
  integration: app.id,
  trigger: trigger.id,
  title: cardTitle(app.name, trigger.title),
  ...(account !== null && { credential: account }),
  input,
})

/** The name of a trigger among actions (`actionOf`). */
export const onTrigger = (id: string): string => `${ON}${id}`

/** What a step with all pages gives of an answer that is one page: the only list in it. Undefined where there is none or are several. */
export function joinedPages(answer: Json | undefined): Json | undefined {
  if (Array.isArray(answer)) return answer
  if (typeof answer !== 'object' || answer === null) return undefined
  const lists = Object.values(answer).filter(Array.isArray)
  return lists.length === 1 ? lists[0] : undefined
}
