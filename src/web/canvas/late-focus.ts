/** Giving the focus to what is drawn only a moment later. */
const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea, select')) &&
  element.isConnected

/**
 * Whether somebody began to write in a field since this was called: the focus then stays there, for a field that loses it may close.
 * To be called when the focus is asked for, and the answer when there is what to give it to.
 */
export function whetherWritingSince(): () => boolean {
  const before = document.activeElement
  return () => document.activeElement !== before && takesText(document.activeElement)
}
