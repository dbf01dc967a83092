import { useEffect, useEffectEvent } from 'react'

const isInField = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null

/** J goes to the next of a list, K to the one before, each while nothing is typed and no dialog is open. @param go whether there was one */
export function useListKeys(go: (step: 1 | -1) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = ({ j: 1, k: -1 } as const)[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isInField(event)) return
    if (go(step)) event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** The one that `step` leads to from `current`; the first where none is current. */
export const stepFrom = <T>(items: readonly T[], current: number, step: 1 | -1): T | undefined =>
  current < 0 ? items[0] : items[current + step]
