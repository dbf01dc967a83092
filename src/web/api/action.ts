/** Doing something: what a button shows while it works and when it was refused, and which data is out of date afterwards. */
import { useState } from 'react'
import type { DataName } from './call.ts'
import { renew } from './query-client.ts'

/** Fetches the visible data of these endpoints again; other cached data when it is next needed. */
export const refresh = async (...names: readonly DataName[]): Promise<void> => {
  await Promise.all(names.map((name) => renew([name])))
}

export interface Action<Args extends readonly unknown[]> {
  busy: boolean
  /** What the last try threw; null before and after a success. */
  error: unknown
  run: (...args: Args) => Promise<void>
}

/** A second press while the first is under way does nothing. */
export function useAction<Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>): Action<Args> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const run = async (...args: Args) => {
    if (state.busy) return
    setState({ busy: true, error: null })
    try {
      await work(...args)
      setState({ busy: false, error: null })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, run }
}
