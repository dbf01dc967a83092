/** An app as the picker's search knows it: small, so that the index of all apps is one file. */
import type { Effect, Logo } from './connector.ts'

export interface IndexedAction {
  id: string
  title: string
  effect: Effect
  /** Other words that people type for it. */
  verbs: readonly string[]
}

export interface IndexedApp {
  id: string
  name: string
  description: string
  categories: readonly string[]
  logo: Logo | null
  /** Other names of the app. */
  aliases: readonly string[]
  actions: readonly IndexedAction[]
}
