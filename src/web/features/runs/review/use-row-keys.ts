import { type RefObject, useEffect } from 'react'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null

/** J focuses the next row of the table in it, K the one before; a row that has the focus opens on Enter. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      const next = at < 0 ? rows[0] : rows[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [list])
}
