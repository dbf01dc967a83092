/** What a rebase carries from step to step. */
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Conflict, Place } from './conflicts.ts'
import type { Names } from './rebase-names.ts'
import { same } from './same.ts'

/** Two documents that the same pending intents are carried between. */
export interface Carry {
  /** As it was when the intent was made, with my intents before it. */
  old: WorkflowDocument
  /** As they made it, with my intents before it. */
  now: WorkflowDocument
  names: Names
  /** Ids here of nodes that I added. */
  own: Set<string>
  conflicts: Map<string, Conflict>
}

export const find = <T extends { id: string }>(list: readonly T[], id: string): T | undefined =>
  list.find((item) => item.id === id)

/** A place in a list that may have become shorter. */
export const within = <T extends { at?: number | undefined }>(step: T, list: readonly unknown[]): T =>
  step.at !== undefined && step.at > list.length ? { ...step, at: list.length } : step

export const clash = (carry: Carry, conflict: Conflict): void => {
  carry.conflicts.delete(conflict.key)
  carry.conflicts.set(conflict.key, conflict)
}

export interface FieldIntent {
  place: Place
  title: string
  before: Json
  mine: Json
  theirs: Json
}

/** Whether my value of one field happens; where both changed it theirs stays. */
export function wins(carry: Carry, { place, title, before, mine, theirs }: FieldIntent): boolean {
  const key = `${place.type} ${place.id} ${place.field}`
  if (same(mine, theirs)) {
    carry.conflicts.delete(key)
    return false
  }
  if (same(before, theirs)) return true
  clash(carry, { key, title, type: 'field', place, path: [], mine, theirs })
  return false
}
