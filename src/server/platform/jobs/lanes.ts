/** Work that is claimed row by row, a few at a time in one process, so that what takes long keeps no other owner waiting. */
import { setTimeout as pause } from 'node:timers/promises'

/** `idle owners`: only work of those who have nothing under way. */
export type ClaimFrom = 'any owner' | 'idle owners'

interface LaneWork<T> {
  /** Takes what is next for this process, or answers null. */
  claim: (from: ClaimFrom) => Promise<T | null>
  work: (claimed: T) => Promise<void>
  /** How many are under way at a time. All but one are offered to idle owners alone. */
  lanes?: number
  /** How often a free lane looks for work that came meanwhile, in ms. */
  look_ms?: number
}

/**
 * Claims and works until nothing is left, or `signal` ends it.
 * @returns how many were taken
 */
export async function workInLanes<T>(
  { claim, work, lanes = 3, look_ms = 300 }: LaneWork<T>,
  signal: AbortSignal,
): Promise<number> {
  let taken = 0
  let busy = 0
  let ended = Promise.withResolvers<void>()
  const take = async (claimed: T): Promise<void> => {
    taken++
    busy++
    await work(claimed).finally(() => {
      busy--
      ended.resolve()
      ended = Promise.withResolvers()
    })
  }
  const rest = () => Promise.race([ended.promise, pause(look_ms, undefined, { signal, ref: false }).catch(() => {})])
  const lane = async (from: ClaimFrom): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await claim(from)
      if (claimed !== null) await take(claimed)
      else if (busy === 0) return
      else await rest()
    }
  }
  // Where there is nothing to do it is asked once: claims are made all the time.
  const first = signal.aborted ? null : await claim('any owner')
  if (first === null) return 0
  const others = Array.from({ length: lanes - 1 }, () => lane('idle owners'))
  await Promise.all([take(first).then(() => lane('any owner')), ...others])
  return taken
}
