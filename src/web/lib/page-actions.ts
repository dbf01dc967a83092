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

/** Something on the open page that can be gone to. */
export interface PageThing {
  id: string
  label: string
  hint: string
  go: () => void
}

export interface PageActions {
  heading: string
  actions: readonly PageAction[]
  /** What is there now, as of the moment it is asked: the nodes of a workflow. */
  things: () => readonly PageThing[]
}

export const pageActions = createStore<PageActions | null>(null)
