/** Where the focus goes when a dialog closes: the browser gives it back to what had it, unless that was an item of a menu, which is gone. */

let menuButton: HTMLElement | null = null

/** @param button of a menu that opens */
export function rememberMenuButton(button: HTMLElement | null): void {
  menuButton = button
}

/** Returns what has the focus; for an item of a menu, the button of that menu. */
export function findOpener(): HTMLElement | null {
  const active = document.activeElement
  if (active instanceof HTMLElement && active !== document.body && !active.closest('[role="menu"]')) return active
  return menuButton
}

/** Gives the focus back where nothing has it. */
export function giveFocusBack(opener: HTMLElement | null): void {
  const active = document.activeElement
  if ((active === null || active === document.body) && opener?.isConnected) opener.focus()
}
