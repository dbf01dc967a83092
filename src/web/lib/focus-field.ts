const FIELD = ':is(input:not([type=radio], [type=checkbox], [type=file]), textarea, select):not(:disabled)'

/** One comes to write: the first field has the focus. Not with a finger: the keyboard of a phone would cover what is asked. */
export function focusField(root: HTMLElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) root?.querySelector<HTMLElement>(FIELD)?.focus()
}
