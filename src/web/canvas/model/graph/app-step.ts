/** A step that runs an action of an app, as its settings say. Pure. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'

export const APP_ACTION = 'app_action'

type Step = Pick<WorkflowNode, 'type' | 'config'>

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Which action a step runs, as `app/action`; null for a step that runs none. */
export function actionOf({ type, config }: Step): string | null {
  if (type !== APP_ACTION) return null
  const [app, action] = [text(config.integration), text(config.action)]
  return app === '' || action === '' ? null : `${app}/${action}`
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

/** What a step with all pages gives of an answer that is one page: the only list in it. Undefined where there is none or are several. */
export function joinedPages(answer: Json | undefined): Json | undefined {
  if (Array.isArray(answer)) return answer
  if (typeof answer !== 'object' || answer === null) return undefined
  const lists = Object.values(answer).filter(Array.isArray)
  return lists.length === 1 ? lists[0] : undefined
}
