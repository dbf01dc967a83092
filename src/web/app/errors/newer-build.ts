/** A page that stays open over a deployment asks for code that is gone: then the page is loaded anew, at the address wanted. */

import type { ScreenModule } from '#web/app/router/screen-module.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const KEY = 'reloaded'
/** Code that is still missing right after a reload is missing for another reason. */
const AGAIN_MS = 30_000

const Nothing = () => null

/**
 * A screen in the place of one whose code could not be had. Its loader loads the page anew, or throws the reason when that has
 * not helped. A route whose `lazy` rejects shows nothing at all in React Router 8, so the reason goes through the loader.
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
