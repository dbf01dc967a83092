/** What the hub was answered for a workflow it has just made; the designer takes it over when it opens. */
import type { Wish } from './windows.ts'

// By the id of the workflow: between two pages, neither of which has the other's draft.
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
