/**
 * What was typed and not yet sent, kept in this tab over a reload. It belongs to the person who typed it: gone when they sign out, and
 * when another person signs in. The same goes for what else this browser keeps of a person: the runs they made before signing in, and
 * their decisions about results. Edits that could not be sent outlive signing out, but not another person. Storage may be refused: then
 * it lives as long as the page.
 */
import { forgetKeptRuns } from './run-token.ts'

const PREFIX = 'chowk.draft.'
const KEY = (name: string) => PREFIX + name
const DECISIONS = 'chowk.decisions.'
const UNSENT = 'chowk.unsent.'
/** Who was signed in last: in this tab, and in this browser while it keeps something of theirs. */
const OWNER = 'chowk.drafts-of'
const KEPT_OWNER = 'chowk.kept-of'

const keysIn = (storage: Storage, prefix: string) => Object.keys(storage).filter((key) => key.startsWith(prefix))

function removeAll(storage: Storage, ...prefixes: readonly string[]): void {
  for (const prefix of prefixes) for (const key of keysIn(storage, prefix)) storage.removeItem(key)
}

function forgetTab(): void {
  forgetKeptRuns()
  try {
    removeAll(sessionStorage, PREFIX)
    sessionStorage.removeItem(OWNER)
  } catch {
    // None are kept.
  }
}

/** Forgets what is not to outlive signing out. */
export function forgetDrafts(): void {
  forgetTab()
  try {
    removeAll(localStorage, DECISIONS)
    if (keysIn(localStorage, UNSENT).length === 0) localStorage.removeItem(KEPT_OWNER)
  } catch {
    // None are kept.
  }
}

/** A person is signed in: what they typed as a visitor stays theirs, what another person left is forgotten. */
export function claimDrafts(person: string): void {
  try {
    const before = sessionStorage.getItem(OWNER)
    if (before !== null && before !== person) forgetTab()
    sessionStorage.setItem(OWNER, person)
  } catch {
    // None are kept.
  }
  try {
    const before = localStorage.getItem(KEPT_OWNER)
    if (before !== null && before !== person) removeAll(localStorage, DECISIONS, UNSENT)
    localStorage.setItem(KEPT_OWNER, person)
  } catch {
    // None are kept.
  }
}

export function readDraft(name: string): Readonly<Record<string, string>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY(name)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** Null forgets it. */
export function keepDraft(name: string, values: Readonly<Record<string, string>> | null): void {
  try {
    if (values === null) sessionStorage.removeItem(KEY(name))
    else sessionStorage.setItem(KEY(name), JSON.stringify(values))
  } catch {
    // Not kept.
  }
}
