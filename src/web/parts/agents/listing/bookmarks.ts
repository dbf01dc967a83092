/** Saving an agent: shown at once, undone with words when it is refused, and done after signing in when a visitor asked for it. */

import type { Agent } from '#contract/agents/agents.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient, renew } from '#web/api/query-client.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

export const bookmarksQuery = q('listSaved')

const show = (ids: readonly AgentId[]) => queryClient.setQueryData(bookmarksQuery.queryKey, { ids })
const shown = (): readonly AgentId[] => queryClient.getQueryData<{ ids: AgentId[] }>(bookmarksQuery.queryKey)?.ids ?? []

/** One change after the other, as they were made: the last one holds. */
let last: Promise<unknown> = Promise.resolve()

/** @returns when the server has answered; a refusal is told and undone */
export function setBookmarked({ id, name }: Pick<Agent, 'id' | 'name'>, saved: boolean): Promise<void> {
  const without = () => shown().filter((other) => other !== id)
  show(saved ? [id, ...without()] : without())
  const done = last.then(async () => {
    try {
      // A list that is under way was asked for before.
      await queryClient.cancelQueries({ queryKey: bookmarksQuery.queryKey })
      await call(saved ? 'saveAgent' : 'unsaveAgent', { params: { id } })
      await renew(['listAgents', { query: { saved: 'true' } }])
    } catch (error) {
      show(saved ? without() : [id, ...without()])
      notify({
        type: 'error',
        title: saved ? t('{name} couldn’t be saved', { name }) : t('{name} couldn’t be removed', { name }),
        message: friendly(error),
      })
    }
  })
  last = done
  return done
}

const BOOKMARK_REQUEST = 'save-agent'
/** As long as signing up may take. */
const WISH_MS = 30 * MINUTE_MS

/** Remembers in this tab what a visitor wanted saved. */
export const requestBookmark = (id: AgentId): void => keepDraft(BOOKMARK_REQUEST, { id, at: String(Date.now()) })

/** Whether this agent was wanted before the sign-in; asked once. */
export function takeBookmarkRequest(id: AgentId): boolean {
  const { id: requested, at } = readDraft(BOOKMARK_REQUEST)
  if (requested !== id) return false
  keepDraft(BOOKMARK_REQUEST, null)
  return Date.now() - Number(at) < WISH_MS
}
