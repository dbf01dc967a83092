/** The moment at which the page that was drawn, or the first one drawn here, lives: its parts answer from then on. */
import { useEffect } from 'react'

let act: (() => void) | null = null

export const onTakenOver = (work: () => void): void => {
  act = work
}

/** For elements next to the page, within the hydrated tree. */
export const useTaken = (): void =>
  useEffect(() => {
    act?.()
    act = null
  }, [])
