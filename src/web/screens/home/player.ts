/** Plays a length of time: from `at` 0 to its end, with pauses. */
import { createStore } from '#web/lib/store.ts'

export interface Moment {
  /** ms since the beginning. */
  at: number
  playing: boolean
}

/** Slow enough that a phone does nothing else less well meanwhile. */
const TICK_MS = 100
/** A tab that slept goes on where it was instead of jumping. */
const MOST_AT_ONCE_MS = 250

export type Player = ReturnType<typeof createPlayer>

/** @param length ms */
export function createPlayer(length: number) {
  const store = createStore<Moment>({ at: 0, playing: false })
  let timer: ReturnType<typeof setInterval> | undefined
  let last = 0
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  const tick = () => {
    const now = performance.now()
    const at = Math.min(length, store.get().at + Math.min(MOST_AT_ONCE_MS, now - last))
    last = now
    if (at === length) stop()
    store.set({ at, playing: at < length })
  }
  const pause = () => {
    stop()
    store.set({ at: store.get().at, playing: false })
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Goes on; from the beginning when it had come to its end. */
    play: () => {
      if (timer) return
      const { at } = store.get()
      last = performance.now()
      timer = setInterval(tick, TICK_MS)
      store.set({ at: at < length ? at : 0, playing: true })
    },
    pause,
    /** Shows the end at once. */
    finish: () => {
      stop()
      store.set({ at: length, playing: false })
    },
  }
}
