import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a page is drawn without a browser, and while such a page is taken over: for what only the reader's machine knows. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
