/** What a page has to do before its person signs out, such as sending edits. Afterwards the server takes nothing of theirs. */
const MOST_MS = 3000
const works = new Set<() => Promise<unknown>>()

/** @returns takes it back */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  works.add(work)
  return () => void works.delete(work)
}

/** Does all of it, for three seconds at most. A failure does not keep anyone from signing out. */
export async function finishBeforeSignOut(): Promise<void> {
  if (works.size === 0) return
  const late = new Promise((resolve) => setTimeout(resolve, MOST_MS))
  await Promise.race([Promise.allSettled([...works].map((work) => work())), late])
}
