import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

export interface ViewerKeys {
  step: (by: 1 | -1) => void
  accept: () => void
  edit: () => void
  reject: () => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `j` `k` `a` `e` `r`, while the focus is in the viewer or on what holds it, and not in a field. */
export function useViewerKeys(viewer: RefObject<HTMLElement | null>, keys: ViewerKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    const { target } = event
    if (!(target instanceof Node) || !viewer.current || document.querySelector('dialog[open]')) return
    if (!viewer.current.contains(target) && !target.contains(viewer.current)) return
    const act = {
      j: () => keys.step(1),
      k: () => keys.step(-1),
      a: keys.accept,
      e: keys.edit,
      r: keys.reject,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  // Before the findings are painted: a key pressed as soon as they are seen is heard.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
