/** What is asked for in words over a view, and what was answered. */
import type { Proposal } from '#contract/workflows/workflow-proposals.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { View } from './view.ts'

export interface Wish {
  sentence: string
  /** Null until it has been answered. */
  proposal: Proposal | null
}

const wishes = new WeakMap<View, Store<Wish | null>>()

/** The window over this view; null while it is closed. */
export function wishing(view: View): Store<Wish | null> {
  const known = wishes.get(view) ?? createStore<Wish | null>(null)
  wishes.set(view, known)
  return known
}

/** What the hub was answered for a workflow it has just made; the designer takes it over when it opens. */
const brought = new Map<string, Wish>()

export const bringWish = (workflow: string, wish: Wish): void => {
  brought.set(workflow, wish)
}

/** Once: a reload begins without it. */
export function takeWish(workflow: string): Wish | null {
  const wish = brought.get(workflow) ?? null
  brought.delete(workflow)
  return wish
}
