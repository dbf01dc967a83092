/** The actions of apps that steps run, each fetched once, for cards, forms and what is known of their data. */
import { useEffect } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { actionOf, triggerIn } from '#web/canvas/model/graph/app-step.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { type AppAction, actionQuery, asAction, triggerQuery } from '#web/parts/connectors/app-queries.ts'

/** By `app/action`; null for one that could not be fetched. */
const actions = createStore<Readonly<Record<string, AppAction | null>>>({})
const asked = new Map<string, Promise<AppAction | null>>()

export const useActions = () => useStore(actions)

async function fetchAction(app: string, name: string): Promise<AppAction> {
  const trigger = triggerIn(name)
  if (trigger === null) return queryClient.fetchQuery(actionQuery(app, name))
  return asAction(await queryClient.fetchQuery(triggerQuery(app, trigger)))
}

/** Fetches an action or a trigger once; what failed is not fetched again with every edit. Null where it can’t be had. */
export function askAction(key: string): Promise<AppAction | null> {
  const [app = '', action = ''] = key.split('/')
  const answer =
    asked.get(key) ??
    fetchAction(app, action)
      .catch(() => null)
      .then((found) => {
        actions.set({ ...actions.get(), [key]: found })
        return found
      })
  asked.set(key, answer)
  return answer
}

/** Fetches what failed before once more, and what nobody has asked for yet. */
export function askActionAgain(key: string): void {
  if (actions.get()[key] === null) {
    const { [key]: _, ...rest } = actions.get()
    actions.set(rest)
    asked.delete(key)
  }
  void askAction(key)
}

/** Undefined while it is on its way; null where it can’t be had. Fetched when first shown. */
export const useActionOf = (node: Parameters<typeof actionOf>[0]): AppAction | null | undefined => {
  const key = actionOf(node)
  useEffect(() => {
    if (key !== null) void askAction(key)
  }, [key])
  return usePart(actions, (all) => (key === null ? null : all[key]))
}
