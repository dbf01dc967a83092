import type { Connector } from '#connectors/connector.ts'
import type { IndexedApp } from '#connectors/indexed-app.ts'

export interface Made {
  connector: Connector
  /** Other words for the app. */
  aliases: readonly string[]
  /** By the id of the action. */
  verbs: ReadonlyMap<string, readonly string[]>
}

export const indexEntry = ({ connector, aliases, verbs }: Made): IndexedApp => ({
  id: connector.id,
  name: connector.name,
  description: connector.description,
  categories: connector.categories,
  logo: connector.logo,
  aliases,
  actions: connector.actions.map(({ id, title, effect }) => ({ id, title, effect, verbs: verbs.get(id) ?? [] })),
})
