import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { createPlayer, type Moment, type Player } from './player.ts'
import { whenQuiet } from './when-quiet.ts'

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Plays once the page is quiet and the element in sight. Who prefers reduced motion sees the end at once, and plays by pressing only.
 * @param beats as `createPlayer` takes them; read once
 */
export function usePlayer(beats: () => readonly number[], area: RefObject<HTMLElement | null>): [Moment, Player] {
  const [player] = useState(() => createPlayer(beats()))
  useEffect(() => {
    const element = area.current
    if (!element || wantsStillness()) {
      player.finish()
      return
    }
    const sight = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        sight.disconnect()
        // A user who has started it, or is looking at its end, is not interrupted.
        if (player.get().at === 0) player.play()
      },
      { threshold: 0.35 },
    )
    const takeBack = whenQuiet(() => sight.observe(element))
    return () => {
      takeBack()
      sight.disconnect()
      player.pause()
    }
  }, [player, area])
  return [useSyncExternalStore(player.subscribe, player.get, player.get), player]
}
