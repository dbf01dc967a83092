/** An app of the catalogue as the index has it: enough for lists and for the search, without schemas. */
import type { Effect, Logo } from './connector.ts'

export interface CatalogueAction {
  id: string
  title: string
  description: string
  group: string
  effect: Effect
  /** Other words for it that people type, such as “insert” for “add”. */
  verbs?: readonly string[]
}

export interface CatalogueEntry {
  id: string
  name: string
  description: string
  provider: string
  version: string
  categories: readonly string[]
  logo: Logo | null
  /** Whose registration of the operator it shares; absent where it signs in without OAuth 2.0. */
  application?: string
  /** Other names that people type. */
  aliases?: readonly string[]
  actions: readonly CatalogueAction[]
}
