/**
 * What was typed and not yet sent, kept in this tab over a reload. It is of whoever typed it: gone when they sign out, and when somebody
 * else signs in. Storage may be refused: then it lives as long as the page.
 */
const PREFIX = 'chowk.draft.'
const KEY = (name: string) => PREFIX + name
/** Who was signed in last, in this tab. */
const OWNER = 'chowk.drafts-of'

/** Forgets all of them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    sessionStorage.removeItem(OWNER)
  } catch {
    // None are kept.
  }
}

/** Somebody is signed in: what they typed as a visitor stays theirs, what somebody else typed is forgotten. */
export function draftsAreOf(person: string): void {
  try {
    const before = sessionStorage.getItem(OWNER)
    if (before !== null && before !== person) forgetDrafts()
    sessionStorage.setItem(OWNER, person)
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
