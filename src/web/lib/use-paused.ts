import { useEffect, useState } from 'react'

/** A value once it has not changed for a while. @param pause in ms */
export function usePaused<T>(value: T, pause: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return paused
}
