import type { Database } from '#server/platform/database/database.ts'
import type { Feed } from '#server/platform/database/feed.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { followNotices } from './feed.ts'
import { mayReadOwnNotices } from './notifications.policy.ts'
import { listNotices, readAllNotices, readNotice } from './notifications.ts'
import { getNoticeSettings, updateNoticeSettings } from './settings.ts'

type Names =
  | 'listNotices'
  | 'readNotice'
  | 'readAllNotices'
  | 'streamNotices'
  | 'getNoticeSettings'
  | 'updateNoticeSettings'

export const noticeHandlers = (deps: { db: Database; feed: Feed }): Pick<Handlers, Names> => ({
  listNotices: ({ query }, { caller }) => listNotices(deps.db, mayReadOwnNotices(caller), query),
  readNotice: ({ params }, { caller }) => readNotice(deps.db, mayReadOwnNotices(caller), params.id),
  readAllNotices: (_input, { caller }) => readAllNotices(deps.db, mayReadOwnNotices(caller)),
  getNoticeSettings: (_input, { caller }) => getNoticeSettings(deps.db, mayReadOwnNotices(caller)),
  updateNoticeSettings: ({ body }, { caller }) => updateNoticeSettings(deps.db, mayReadOwnNotices(caller), body),
  streamNotices: ({ query }, { caller, last_event_id }) => {
    const grant = mayReadOwnNotices(caller)
    const after = last_event_id ?? query.after ?? null
    return { type: 'stream', events: (signal) => followNotices(deps, grant, after, signal) }
  },
})
