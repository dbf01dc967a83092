/** An app as the picker's search knows it: small, so that the index of all apps is one file. */
import type { ConnectorSource, Effect, Logo } from './connector.ts'

export interface IndexedAction {
  id: string
  title: string
  effect: Effect
  /** Other words that people type for it. */
  verbs: readonly string[]
}

export interface IndexedTrigger {
  id: string
  title: string
  kind: 'polling' | 'webhook' | 'event'
  verbs: readonly string[]
}

export interface IndexedApp {
  id: string
  name: string
  description: string
  provider: string
  version: string
  categories: readonly string[]
  logo: Logo | null
  /** Other names of the app. */
  aliases: readonly string[]
  /** Whose registration of the operator it shares, such as `google`; null where it doesn't sign in by OAuth 2.0. */
  application: string | null
  /** `openapi` where absent. */
  source?: ConnectorSource
  actions: readonly IndexedAction[]
  /** None where absent. */
  triggers?: readonly IndexedTrigger[]
}
