/** After the page is there, this long it is left to itself: its reader may want to do something first. */
const SETTLED_MS = 2000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Calls back once, when the page has nothing left to do: some time after it has loaded, or at the first sign of a reader.
 * @returns how to take it back
 */
export function whenQuiet(start: () => void): () => void {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    over.abort()
  }
  const go = () => {
    if (over.signal.aborted) return
    end()
    start()
  }
  const idle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: SETTLED_MS })
    else go()
  }
  const loaded = () => {
    timer = setTimeout(idle, SETTLED_MS)
  }
  for (const sign of SIGNS) addEventListener(sign, go, { signal: over.signal, passive: true })
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded, { signal: over.signal })
  return end
}
