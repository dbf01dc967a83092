/** What the open page can do beyond the shell: shown in the command palette and on the sheet of shortcuts while it is open. */
import { createStore } from './store.ts'

export interface PageAction {
  id: string
  label: string
  /** As they are read on the keyboard: `Ctrl`, `D`. Empty for what has no key. */
  keys: readonly string[]
  /** True, or why it cannot be done now. */
  enabled: () => true | string
  perform: () => void
}

export interface PageActions {
  heading: string
  actions: readonly PageAction[]
}

export const pageActions = createStore<PageActions | null>(null)
