import { useSyncExternalStore } from 'react'
import { problemText } from '#web/canvas/model/fields/problem-words.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'

import type { Store } from '#web/lib/store.ts'
import { useDraft } from './use-draft.ts'

/** A part of a store: what uses it is drawn again only when that part changes. `pick` gives back what can be compared with `Object.is`. */
export function usePart<T, P>(store: Store<T>, pick: (value: T) => P): P {
  const read = () => pick(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** What the worker says of one node; undefined until it has looked. */
export const useNodePresentation = (id: string): NodePresentation | undefined =>
  usePart(useDraft().analysis, ({ presentations }) => presentations[id])

/** The problems of one node in words, one line each; empty when it is right. */
export const useProblemsOf = (id: string): string =>
  usePart(useDraft().analysis, ({ problems }) =>
    problems
      .filter(({ node }) => node === id)
      .map(problemText)
      .join('\n'),
  )
