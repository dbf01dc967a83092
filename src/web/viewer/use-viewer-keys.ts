import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { isTyping } from '#web/lib/use-keys.ts'

/** What keys do, by `KeyboardEvent.key`; a capital letter as `Shift+n`. */
export type Keys = Readonly<Record<string, () => void>>

const nameOf = (key: string): string => (/^[A-Z]$/.test(key) ? `Shift+${key.toLowerCase()}` : key)

/** A document alone is its own root, one of a result shares that of the result. */
const rootOf = (element: HTMLElement): HTMLElement => element.closest<HTMLElement>('[data-viewer]') ?? element

/** Whether a key pressed at `target` is meant for what is in `root`: the focus is in it or on what holds it. */
function isMeantFor(root: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof Node)) return false
  const dialog = document.querySelector('dialog[open]')
  if (dialog && !dialog.contains(root)) return false
  return root.contains(target) || target.contains(root)
}

/** Hears single keys while the focus is in the viewer or on what holds it, and not in a field. */
export function useViewerKeys(viewer: RefObject<HTMLElement | null>, keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    if (!viewer.current || !isMeantFor(rootOf(viewer.current), event.target)) return
    const name = nameOf(event.key)
    const act = Object.hasOwn(keys, name) ? keys[name] : undefined
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
