import type { Connector } from '#connectors/connector.ts'
import type { IndexedApp } from '#connectors/indexed-app.ts'

export interface Made {
  connector: Connector
  /** Other words for the app. */
  aliases: readonly string[]
  /** By the id of the action. */
  verbs: ReadonlyMap<string, readonly string[]>
  /** By the id of the trigger. */
  triggerVerbs?: ReadonlyMap<string, readonly string[]>
}

const applicationOf = ({ id, sign_in }: Connector): string | null => {
  const way = sign_in.find(({ type }) => type === 'oauth2')
  return way?.type === 'oauth2' ? (way.application ?? id) : null
}

export const indexEntry = ({ connector, aliases, verbs, triggerVerbs }: Made): IndexedApp => ({
  id: connector.id,
  name: connector.name,
  description: connector.description,
  provider: connector.provider,
  version: connector.version,
  categories: connector.categories,
  logo: connector.logo,
  aliases,
  application: applicationOf(connector),
  ...(connector.source !== 'openapi' && { source: connector.source }),
  actions: connector.actions.map(({ id, title, effect }) => ({ id, title, effect, verbs: verbs.get(id) ?? [] })),
  ...(connector.triggers && {
    triggers: connector.triggers.map(({ id, title, kind }) => ({
      id,
      title,
      kind,
      verbs: triggerVerbs?.get(id) ?? [],
    })),
  }),
})
