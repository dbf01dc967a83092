/** An app as it is found: its actions are read when they are asked for, since there may be thousands. */
import type { Action, Connector, Manifest, Trigger } from '#connectors/connector.ts'
import { readManifest } from '#connectors/manifest.ts'
import { isWatchable } from '#connectors/triggers/watch.ts'
import type { ActionSummary, TriggerSummary } from '#contract/connectors/integrations.ts'
import type { UserId } from '#contract/core/primitives.ts'

export type ConnectorHead = Omit<Connector, 'actions'>

export interface App {
  head: ConnectorHead
  manifest: Manifest
  /** How many actions it has. */
  count: number
  /** Ids of the actions whose list can be watched. */
  watchable(): Promise<readonly string[]>
  actions(): Promise<readonly ActionSummary[]>
  action(id: string): Promise<Action | null>
}

/** An app that this person may use: of the catalogue, or their own. Null for a visitor, who has none of their own. */
export type FindApp = (id: string, owner: UserId | null) => Promise<App | null>

export const summaryOf = ({ id, title, description, group, effect }: Action): ActionSummary => ({
  id,
  title,
  description,
  group,
  effect,
})

export const triggerSummaryOf = ({ id, title, description, group, kind }: Trigger): TriggerSummary => ({
  ...{ id, title, description, group, kind },
})

/** One that is in memory as a whole. */
export function wholeApp({ actions, ...head }: Connector): App {
  return {
    head,
    // Runs never ask for it.
    get manifest() {
      return readManifest({ ...head, actions })
    },
    count: actions.length,
    actions: async () => actions.map(summaryOf),
    watchable: async () => actions.filter(isWatchable).map(({ id }) => id),
    action: async (id) => actions.find((one) => one.id === id) ?? null,
  }
}
