/** Work that is claimed row by row, a few at a time in one process, so that what takes long keeps no other owner waiting. */
import { setTimeout as pause } from 'node:timers/promises'

/** `idle owners`: only work of those who have nothing under way. */
export type ClaimFrom = 'any owner' | 'idle owners'

/** Under way at a time in one process. Of these only one may be of an owner who has another one under way. */
const LANES = 3
const LOOK_MS = 300

/**
 * Claims and works until nothing is left, or `signal` ends it.
 * @param claim takes what is next for this process, or answers null
 * @returns how many were taken
 */
export async function workInLanes<T>(
  { claim, work }: { claim: (from: ClaimFrom) => Promise<T | null>; work: (claimed: T) => Promise<void> },
  signal: AbortSignal,
): Promise<number> {
  let taken = 0
  let busy = 0
  const take = async (claimed: T): Promise<void> => {
    taken++
    busy++
    await work(claimed).finally(() => busy--)
  }
  const lane = async (from: ClaimFrom): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await claim(from)
      if (claimed !== null) await take(claimed)
      else if (busy === 0) return
      else await pause(LOOK_MS)
    }
  }
  // Where there is nothing to do it is asked once: claims are made all the time.
  const first = signal.aborted ? null : await claim('any owner')
  if (first === null) return 0
  const others = Array.from({ length: LANES - 1 }, () => lane('idle owners'))
  await Promise.all([take(first).then(() => lane('any owner')), ...others])
  return taken
}
