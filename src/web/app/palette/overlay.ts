import { createStore } from '#web/lib/store.ts'

/** What floats over the page by a key: the command palette or the sheet of shortcuts. */
export const overlay = createStore<'palette' | 'shortcuts' | null>(null)
