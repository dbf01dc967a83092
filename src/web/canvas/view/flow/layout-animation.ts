/** While things are put in order, they glide to their places instead of jumping; `canvas.css` says how. */

const GLIDING_MS = 220
let ends: ReturnType<typeof setTimeout> | null = null

/** Lets the next change of places be seen. */
export function animateLayout(): void {
  if (ends !== null) clearTimeout(ends)
  document.documentElement.toggleAttribute('data-gliding', true)
  ends = setTimeout(() => document.documentElement.removeAttribute('data-gliding'), GLIDING_MS)
}
