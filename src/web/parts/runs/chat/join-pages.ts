import type { ChatMessage } from '#contract/runs/conversations.ts'

/** Messages that are shown at first, and added with each look further back. */
export const SHOWN = 100

/**
 * What is shown, with its newest messages fetched again: older ones stay above. Only those where there is a gap between the two.
 * @param page the newest, oldest first
 */
export function joinPages(shown: readonly ChatMessage[], page: readonly ChatMessage[]): readonly ChatMessage[] {
  const at = shown.findIndex(({ id }) => id === page[0]?.id)
  return at > 0 ? [...shown.slice(0, at), ...page] : page
}

/** @param page from further back, newest first; what came in between has moved it */
export const putBefore = (shown: readonly ChatMessage[], page: readonly ChatMessage[]): readonly ChatMessage[] => [
  ...page.filter((one) => !shown.some(({ id }) => id === one.id)).toReversed(),
  ...shown,
]
