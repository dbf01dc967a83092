/** Puts the cursor into a field of a form of settings. */
import { flushSync } from 'react-dom'

const INTO = '.cm-content, input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/** Where one begins to type: the first required field that is empty, else the first that takes text, else the first of all. */
function firstToFill(root: ParentNode): HTMLElement | null {
  const controls = [...root.querySelectorAll<HTMLElement>(`[data-path] :is(${INTO})`)]
  const isEmpty = (control: HTMLElement) =>
    control.matches('.cm-content')
      ? (control.textContent ?? '').trim() === ''
      : (control as HTMLInputElement).value === ''
  const needed = controls.find((control) => control.closest('[data-required]') !== null && isEmpty(control))
  return needed ?? controls.find((control) => !control.matches('select')) ?? controls[0] ?? null
}

/** The control of the field at a dotted path, of the first field for ''; the nearest one around it where it has none of its own. */
function controlAt(root: ParentNode, path: string): HTMLElement | null {
  if (path === '') return firstToFill(root)
  const place = root.querySelector(`[data-path="${CSS.escape(path)}"]`)
  if (place) return place.querySelector<HTMLElement>(`${INTO}, [data-add]`)
  const outer = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : null
  return outer === null ? null : controlAt(root, outer)
}

/** Scrolls the form alone: the browser would move everything around it, too. */
function reveal(control: HTMLElement): void {
  const scroller = control.closest<HTMLElement>('[data-scroller]')
  if (!scroller) return
  const [inside, around] = [control.getBoundingClientRect(), scroller.getBoundingClientRect()]
  const above = inside.top - AIR - around.top
  const below = inside.bottom + AIR - around.bottom
  if (above < 0) scroller.scrollTop += above
  else if (below > 0) scroller.scrollTop += Math.min(below, above)
}
/** Left free around a field that is scrolled to: its label, its help, in px. */
const AIR = 56

/** @returns whether there was such a field */
export function focusField(root: ParentNode | null, path: string): boolean {
  const control = root ? controlAt(root, path) : null
  control?.focus({ preventScroll: true })
  if (control) reveal(control)
  return control !== null
}

/** The same for a field that a change only just adds: it is drawn at once, so that what is typed next is written there. */
export function focusAdded(root: ParentNode | null, path: string, add: () => void): void {
  flushSync(add)
  // An editor that is fetched first is there a moment later.
  if (!focusField(root, path)) requestAnimationFrame(() => focusField(root, path))
}
