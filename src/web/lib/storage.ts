/** What this browser remembers. Storage may be refused (private windows, policies); then nothing is remembered and nothing breaks. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(`chowk.${key}`)
  } catch {
    return null
  }
}

export const writeStored = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(`chowk.${key}`)
    else localStorage.setItem(`chowk.${key}`, value)
  } catch {
    // Not remembered.
  }
}
