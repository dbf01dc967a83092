/** What was typed and not yet sent, kept in this tab over a reload. Storage may be refused: then it lives as long as the page. */
const KEY = (name: string) => `chowk.draft.${name}`

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
