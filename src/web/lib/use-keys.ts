import { useEffect, useRef } from 'react'

/** Whether what is pressed there is text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Single keys that act while nothing is typed and no dialog is open, as in the queues of reviewers: `a`, also with Shift, or `Shift+a`. */
export function useKeys(on: boolean, acts: Readonly<Record<string, () => void>>): void {
  const now = useRef(acts)
  now.current = acts
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey || event.altKey
      if (held || isTyping(event.target) || document.querySelector('dialog[open]')) return
      const key = event.key.toLowerCase()
      const act = (event.shiftKey ? now.current[`Shift+${key}`] : undefined) ?? now.current[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [on])
}
