/** The address of this installation, for texts that name it, such as snippets. */
import { useSyncExternalStore } from 'react'

/** Stands for the address in pages drawn without a browser; the server puts its own in its place. */
export const ORIGIN_MARK = '__PUBLIC_URL__'

const drawnWith = (): string =>
  typeof document === 'undefined'
    ? ORIGIN_MARK
    : document.querySelector<HTMLMetaElement>('meta[name="origin"]')?.content || window.location.origin

const never = () => () => {}

/** Where the reader reached us; while a drawn page is taken over, what the server wrote into it. */
export const useOrigin = (): string => useSyncExternalStore(never, () => window.location.origin, drawnWith)
