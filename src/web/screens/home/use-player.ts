import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { createPlayer, type Moment, type Player } from './player.ts'

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Plays once the element has come into sight. Who prefers reduced motion sees the end at once, and plays by pressing only.
 * @param length ms
 */
export function usePlayer(length: number, area: RefObject<HTMLElement | null>): [Moment, Player] {
  const [player] = useState(() => createPlayer(length))
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
        player.play()
      },
      { threshold: 0.35 },
    )
    sight.observe(element)
    return () => {
      sight.disconnect()
      player.pause()
    }
  }, [player, area])
  return [useSyncExternalStore(player.subscribe, player.get, player.get), player]
}
