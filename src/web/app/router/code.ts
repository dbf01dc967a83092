/** Code that is fetched when it is needed, and may not come: a deployment, a lost connection. */
import { fetchCode } from '#web/lib/fetch-code.ts'

const failures = new Set<() => void>()

/** The same promise every time it is asked for, for React's `use`; after `forgetFailures` what has failed is fetched anew. */
export function loadOnce<Module>(fetchIt: () => Promise<Module>): () => Promise<Module> {
  let kept: Promise<Module> | null = null
  return () => {
    kept ??= fetchCode(fetchIt).catch((error) => {
      failures.add(() => {
        kept = null
      })
      throw error
    })
    return kept
  }
}

export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/** A page this young has just been fetched: fetching it again would bring the same. */
const YOUNG_MS = 10_000

/** Code that does not come while the server answers is code of an earlier deployment: then the page is fetched anew, where it is. */
export function renewStale(error: unknown): void {
  if (performance.now() < YOUNG_MS || !/import|module/i.test(String(error))) return
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  )
}
