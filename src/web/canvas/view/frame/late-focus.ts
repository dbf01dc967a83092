/** Giving the focus to a step that may be drawn only a moment later. */

/** What is asked for is drawn within so many frames, or not at all. */
const TRIES = 30
/** Steps and connections, of the list and of the canvas. */
const STEP = '[data-row], .react-flow__node, .react-flow__edge'

/** Whether typing goes into the element. */
export const takesText = (element: Element): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea, select'))

/** Menus and dialogs give the focus back when they close: what is focused from inside them comes after that. */
const givesBack = (element: Element | null): boolean => element?.closest('[role="menu"], dialog') != null

let latest = 0

interface FocusHow {
  /** Null while it is not drawn. */
  find: () => HTMLElement | null | undefined
  /** Called before each further frame, to bring it into sight. */
  seek?: () => void
  /** Called right before it gets the focus. */
  reveal?: (element: HTMLElement) => void
}

/**
 * Focuses an element: immediately if it is rendered, so that the next key goes there, otherwise within some frames. A
 * newer request replaces this one. A user who moves to another step or starts typing keeps the focus.
 */
export function focusStep({ find, seek, reveal }: FocusHow): void {
  latest += 1
  const own = latest
  const before = document.activeElement
  let tries = 0
  const isElsewhere = () => {
    const now = document.activeElement
    return now !== null && now !== before && now.isConnected && (takesText(now) || now.matches(STEP))
  }
  const look = () => {
    if (own !== latest || isElsewhere()) return
    const element = find()
    if (element) {
      reveal?.(element)
      element.focus({ preventScroll: true })
      return
    }
    seek?.()
    tries += 1
    if (tries < TRIES) requestAnimationFrame(look)
  }
  if (givesBack(before)) requestAnimationFrame(look)
  else look()
}
