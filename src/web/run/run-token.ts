/** The tokens of runs started without an account (`X-Run-Token`), kept as long as the tab: each opens its run alone. */
const key = (executionId: string): string => `chowk.run.${executionId}`

export function keepRunToken(executionId: string, token: string): void {
  try {
    sessionStorage.setItem(key(executionId), token)
  } catch {
    // Without storage the run is followed until the page is left.
  }
  kept.set(executionId, token)
}

const kept = new Map<string, string>()

export function runToken(executionId: string): string | null {
  const inMemory = kept.get(executionId)
  if (inMemory !== undefined) return inMemory
  try {
    return sessionStorage.getItem(key(executionId))
  } catch {
    return null
  }
}
