/**
 * Calls `left` when a link to another page is clicked and opens in this tab. The router's own state changes with the next render: on a slow
 * machine that is too late to cancel a debounced search, which would then replace the page that was opened.
 * @returns stops listening
 */
export function onLeave(left: () => void): () => void {
  const clicked = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isHere = link?.target === '' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (isHere && link.pathname !== window.location.pathname) left()
  }
  document.addEventListener('click', clicked, true)
  return () => document.removeEventListener('click', clicked, true)
}
