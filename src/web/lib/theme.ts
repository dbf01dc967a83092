/** Theme (§2.3): light, dark or system (default), remembered locally. `public/theme.js` sets the first paint by the same rule. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const read = (): Theme => THEMES.find((theme) => theme === readStored('theme')) ?? 'system'
const systemDark = () => typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches

/** What a choice looks like on a machine that prefers dark or not. */
export const resolveTheme = (choice: Theme, prefersDark: boolean): 'light' | 'dark' =>
  choice === 'system' ? (prefersDark ? 'dark' : 'light') : choice

const store = createStore<Theme>(read())
const paint = () => {
  const { dataset } = document.documentElement
  const theme = resolveTheme(store.get(), systemDark())
  if (dataset.theme !== theme) dataset.theme = theme
}

export function setTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme)
  store.set(theme)
  paint()
}

/** Follows the system's choice while the choice is `system`. */
export function followSystemTheme(): void {
  paint()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
}

/** A page drawn without a browser is drawn in the light; its colours do not depend on that. */
export function useTheme() {
  const choice = useSyncExternalStore(store.subscribe, store.get, () => 'system' as const)
  const shown = useSyncExternalStore(
    store.subscribe,
    () => resolveTheme(store.get(), systemDark()),
    () => 'light' as const,
  )
  return { choice, shown, set: setTheme, toggle: () => setTheme(shown === 'dark' ? 'light' : 'dark') }
}
