/** Toasts of specification §9: one at a time, 5 s, dismissed then removed after 1,000,000 ms, swiped away after 50 px. */
import { createStore } from '#web/lib/store.ts'
import { createTimers } from './timers.ts'

export const TOAST_RULES = { max: 1, duration: 5000, removal: 1_000_000, swipe: 50 } as const

export interface Toast {
  id: number
  title: string
  message: string | undefined
  open: boolean
}

export const currentToast = createStore<Toast | null>(null)

const timers = createTimers()
/** The user reads it: it stays until they are done. */
export const { hold: holdToast, release: releaseToast } = timers

let count = 0

const change = (id: number, next: (toast: Toast) => Toast | null) => {
  const toast = currentToast.get()
  if (toast?.id === id) currentToast.set(next(toast))
}

export function dismissToast(id: number): void {
  timers.cancel(String(id))
  change(id, (toast) => ({ ...toast, open: false }))
  setTimeout(() => change(id, () => null), TOAST_RULES.removal)
}

/** Shows a toast in place of the one before; `duration` in ms. */
export function showToast(title: string, message?: string, duration: number = TOAST_RULES.duration): void {
  timers.cancel(String(count))
  count += 1
  const id = count
  currentToast.set({ id, title, message, open: true })
  timers.start(String(id), duration, () => dismissToast(id))
}
