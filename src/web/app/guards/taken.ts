/** The moment at which the page that was drawn, or the first one drawn here, lives: its parts answer from then on. */
import { useEffect } from 'react'

let act: (() => void) | null = null

export const onTakenOver = (work: () => void): void => {
  act = work
}

/** For what stands beside the page, within what is taken over with it. */
export const useTaken = (): void =>
  useEffect(() => {
    act?.()
    act = null
  }, [])
