/** The tokens of runs started without an account (`X-Run-Token`), kept as long as the tab: each opens its run alone. */
const PREFIX = 'chowk.run.'
const key = (executionId: string): string => `${PREFIX}${executionId}`

export function storeRunToken(executionId: string, token: string): void {
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

/** The runs this tab made without an account. */
export function listKeptRuns(): { id: string; token: string }[] {
  const found = new Map(kept)
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) found.set(name.slice(PREFIX.length), sessionStorage.getItem(name) ?? '')
  } catch {
    // Without storage only what this page started is known.
  }
  return [...found].map(([id, token]) => ({ id, token }))
}

export function forgetRunTokens(executionIds: readonly string[]): void {
  for (const id of executionIds) {
    kept.delete(id)
    try {
      sessionStorage.removeItem(key(id))
    } catch {
      // There is nothing stored then.
    }
  }
}

const AUTO = 'chowk.claim-runs'

/** A new account takes over the runs of this tab without being asked; an account that was there is asked. */
export function claimAfterSignUp(): void {
  // Nobody else's later runs in this tab are meant.
  if (listKeptRuns().length === 0) return
  try {
    sessionStorage.setItem(AUTO, 'yes')
  } catch {
    // Then the person is asked.
  }
}

/** Whether the account was just made here. Answers once. */
export function takeClaimAfterSignUp(): boolean {
  try {
    const isNew = sessionStorage.getItem(AUTO) !== null
    sessionStorage.removeItem(AUTO)
    return isNew
  } catch {
    return false
  }
}

/** The person who made these runs leaves: the next one in this tab is not offered them. */
export function forgetKeptRuns(): void {
  forgetRunTokens(listKeptRuns().map(({ id }) => id))
  takeClaimAfterSignUp()
}
