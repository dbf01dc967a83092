/**
 * A page that stays open over a deployment requests code that no longer exists: the page is then reloaded at the
 * requested address.
 */

import type { ScreenModule } from '#web/app/router/screen-module.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const KEY = 'reloaded'
/** Code that is still missing right after a reload is missing for another reason. */
const AGAIN_MS = 30_000

const Nothing = () => null

/**
 * Replaces a screen whose code could not be loaded. Its loader reloads the page, or throws the reason when that did not
 * help. A route whose `lazy` rejects shows nothing at all in React Router 8, so the reason goes through the loader.
 */
export const createMissingScreen = (reason: unknown): ScreenModule => ({
  Component: Nothing,
  loader: ({ url }) => {
    const now = Date.now()
    if (!navigator.onLine || now - Number(readStored(KEY) ?? 0) < AGAIN_MS) throw reason
    writeStored(KEY, String(now))
    window.location.assign(url)
    // The page is on its way out: nothing is shown in between.
    return new Promise(() => {})
  },
})
