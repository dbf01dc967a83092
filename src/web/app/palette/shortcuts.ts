import { isTyping } from '#web/lib/use-keys.ts'
import { overlay } from './overlay.ts'

export type ShortcutAction = 'palette' | 'shortcuts' | 'search'

interface Press {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  /** Whether the press lands in something one types into. */
  typing: boolean
}

/** The action of a key press; null for every other press. */
export function findShortcut({ key, metaKey, ctrlKey, altKey, typing }: Press): ShortcutAction | null {
  if ((metaKey || ctrlKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (typing || metaKey || ctrlKey || altKey) return null
  if (key === '/') return 'search'
  return key === '?' ? 'shortcuts' : null
}

function onKey(event: KeyboardEvent) {
  const { key, metaKey, ctrlKey, altKey } = event
  const action = findShortcut({ key, metaKey, ctrlKey, altKey, typing: isTyping(event.target) })
  if (action === null || event.defaultPrevented || (document.querySelector('dialog[open]') && action !== 'palette'))
    return
  event.preventDefault()
  if (action === 'search') {
    // A page's own search comes before the one of the header.
    const boxes = [
      ...document.querySelectorAll<HTMLElement>('main [data-search]'),
      ...document.querySelectorAll<HTMLElement>('[data-search]'),
    ]
    const box = boxes.find((e) => e.checkVisibility())
    if (box) box.focus()
    else overlay.set('palette')
  } else overlay.set(overlay.get() === action ? null : action)
}

/** Listens to the keys of the whole page, for as long as it is open, and hears the last one pressed before (`public/theme.js`). */
export function listenToKeys(): void {
  document.addEventListener('keydown', onKey)
  const { dataset } = document.documentElement
  dataset.heard = ''
  if (dataset.key) document.dispatchEvent(new KeyboardEvent('keydown', { ...JSON.parse(dataset.key), bubbles: true }))
  delete dataset.key
}
