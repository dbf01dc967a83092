/** Keys as actions name them (`mod+shift+Z`), as they are pressed, and as they are shown. */

export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export const isMac = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

interface Parsed {
  mod: boolean
  alt: boolean
  shift: boolean
  key: string
}

const parsed = new Map<string, Parsed>()

function parse(keys: string): Parsed {
  const known = parsed.get(keys)
  if (known) return known
  // The plus key itself is the last part when the text ends with it.
  const plus = keys === '+' || keys.endsWith('++')
  const parts = (plus ? keys.slice(0, -1) : keys).split('+').filter(Boolean)
  const key = plus ? '+' : (parts.pop() ?? '')
  const made = { mod: parts.includes('mod'), alt: parts.includes('alt'), shift: parts.includes('shift'), key }
  parsed.set(keys, made)
  return made
}

const isLetter = (key: string) => /^[a-z]$/i.test(key)

/** Whether a press is the one that `keys` names. Signs that need Shift on some keyboards are taken with and without it. */
export function matches(keys: string, press: Press, mac = isMac()): boolean {
  const { mod, alt, shift, key } = parse(keys)
  const [held, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (held !== mod || other || press.altKey !== alt) return false
  // With Alt held, a Mac writes other letters.
  if (isLetter(key))
    return (
      press.shiftKey === shift &&
      (press.key.toLowerCase() === key.toLowerCase() || (alt && press.code === `Key${key.toUpperCase()}`))
    )
  return press.key === key && (key.length === 1 || press.shiftKey === shift)
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  ' ': 'Space',
}

/** The caps of the keyboard, in their order. */
export function caps(keys: string, mac = isMac()): string[] {
  const { mod, alt, shift, key } = parse(keys)
  return [
    ...(mod ? [mac ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [mac ? '⌥' : 'Alt'] : []),
    ...(shift ? ['Shift'] : []),
    SIGNS[key] ?? key,
  ]
}
