import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPlayer, type Moment, type Player } from './player.ts'

/**
 * Begins at the end: the result is there, and plays when it is asked for.
 * @param beats as `createPlayer` takes them; read once
 */
export function usePlayer(beats: () => readonly number[]): [Moment, Player] {
  const [player] = useState(() => createPlayer(beats()))
  useEffect(() => player.pause, [player])
  return [useSyncExternalStore(player.subscribe, player.get, player.get), player]
}
