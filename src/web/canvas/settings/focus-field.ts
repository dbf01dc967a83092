/** Puts the cursor into a field of a form of settings, now or as soon as the field is drawn. */

const INTO = '.cm-content, input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/** The control of the field at a dotted path, of the first field for ''; the nearest one around it where it has none of its own. */
function controlAt(root: ParentNode, path: string): HTMLElement | null {
  if (path === '') return root.querySelector<HTMLElement>(`[data-path] :is(${INTO})`)
  const place = root.querySelector(`[data-path="${CSS.escape(path)}"]`)
  if (place) return place.querySelector<HTMLElement>(`${INTO}, [data-add]`)
  const outer = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : null
  return outer === null ? null : controlAt(root, outer)
}

/** @returns whether there was such a field */
export function focusField(root: ParentNode | null, path: string): boolean {
  const control = root ? controlAt(root, path) : null
  control?.focus()
  control?.scrollIntoView({ block: 'nearest' })
  return control !== null
}

/** The same after the next drawing, for a field that is only just being added. */
export const focusAt = (root: ParentNode | null, path: string): void => {
  requestAnimationFrame(() => focusField(root, path))
}
