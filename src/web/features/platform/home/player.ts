/** Plays a length of time beat by beat: it wakes only when something is to change. */
import { createStore } from '#web/lib/store.ts'

export interface Moment {
  /** ms since the beginning: the last beat that has come. */
  at: number
  playing: boolean
}

export type Player = ReturnType<typeof createPlayer>

/** At its end until it is played. @param beats when something changes, in ms since the beginning, ascending; with the last one it ends */
export function createPlayer(beats: readonly number[]) {
  const length = beats.at(-1) ?? 0
  const store = createStore<Moment>({ at: length, playing: false })
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // From one beat to the next, however late it comes: a tab that was asleep continues where it was instead of jumping.
  const wait = (at: number) => {
    const next = beats.find((beat) => beat > at) ?? length
    timer = setTimeout(() => {
      stop()
      if (next < length) wait(next)
      store.set({ at: next, playing: next < length })
    }, next - at)
  }
  const pause = () => {
    stop()
    if (store.get().playing) store.set({ at: store.get().at, playing: false })
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Continues; from the beginning if it had ended. */
    play: () => {
      if (timer) return
      const at = store.get().at < length ? store.get().at : 0
      wait(at)
      store.set({ at, playing: true })
    },
    pause,
    /** Shows the end at once. */
    finish: () => {
      stop()
      store.set({ at: length, playing: false })
    },
  }
}
