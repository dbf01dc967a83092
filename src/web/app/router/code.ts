/** Code that is fetched when it is needed, and may not come: a deployment, a lost connection. */
import { fetchCode } from '#web/lib/fetch-code.ts'

const failures = new Set<() => void>()

/** Returns the same promise every time, for React's `use`; after `forgetFailures` failed code is fetched again. */
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

/**
 * If code fails to load while the server answers, it belongs to an earlier deployment: the page is then reloaded in
 * place.
 */
export function renewStale(error: unknown): void {
  if (performance.now() < YOUNG_MS || !/import|module/i.test(String(error))) return
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  )
}
