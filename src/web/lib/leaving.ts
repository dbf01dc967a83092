/**
 * Calls back when a link to another page is followed in this tab. What the router knows of it is drawn a moment later: on a slow machine
 * too late for whatever waits for a pause in the typing.
 * @returns stops it
 */
export function onLeaving(left: () => void): () => void {
  const clicked = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isHere = link?.target === '' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (isHere && link.pathname !== window.location.pathname) left()
  }
  document.addEventListener('click', clicked, true)
  return () => document.removeEventListener('click', clicked, true)
}
