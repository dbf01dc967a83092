/** Triggers of an app: its own, and those that watch a list that one of its actions reads. */
import type { Trigger } from '#connectors/connector.ts'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import { watchedAction, watchOf } from '#connectors/triggers/watch.ts'
import type { App } from './app.ts'

/** The trigger of an app by its id, or one that watches a list of it; null for neither. */
export async function findTriggerOf(app: App, id: string, identity: string): Promise<Trigger | null> {
  const watched = watchedAction(id)
  if (watched === null) return app.head.triggers?.find((one) => one.id === id) ?? null
  const action = await app.action(watched)
  return (action && watchOf(action, identity || undefined)?.trigger) ?? null
}

/** What a person has to do at the service; null where it is told by a call, or asked. */
export function setupOf(trigger: Trigger): string | null {
  if (isPieceTrigger(trigger)) return trigger.setup ?? null
  if (trigger.kind === 'event') return trigger.setup
  return trigger.kind === 'webhook' && !trigger.subscribing.subscribe ? (trigger.subscribing.setup ?? null) : null
}
