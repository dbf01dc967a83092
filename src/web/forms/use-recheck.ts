import { useEffect, useRef } from 'react'

/** The confirmation is checked again when the password it repeats changes. */
export function useRecheck(password: string, recheck: () => void): void {
  const latest = useRef(recheck)
  useEffect(() => {
    latest.current = recheck
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the password is what it waits for
  useEffect(() => latest.current(), [password])
}
