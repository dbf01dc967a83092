/**
 * The person whom an admin sees Chowk as in this tab. Every other tab of theirs stays their own. What is kept here is the name of the view
 * and what the banner says: what it opens and how long, the server decides.
 */
import type { SupportViewId, UserId } from '#contract/core/primitives.ts'

export interface OpenView {
  id: SupportViewId
  person: { id: UserId; display_name: string }
  /** Ms since 1970, by the clock of this computer. */
  until: number
}

const KEY = 'chowk.support-view'

function read(): OpenView | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as OpenView | null
  } catch {
    return null
  }
}

/** For as long as the page is loaded: one that began as the admin's never turns into another person's, or back. */
const open = read()

export const openView = (): OpenView | null => open

/** Takes effect with the next page load; null for the end. @returns false where this tab cannot remember it */
export function keepView(view: OpenView | null): boolean {
  try {
    if (view === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(view))
    return true
  } catch {
    return false
  }
}
