import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { followNotices, type NoticeFeed } from './feed.ts'
import { ownNotices } from './notifications.policy.ts'
import { listNotices, readAllNotices, readNotice } from './notifications.ts'
import { getNoticeSettings, updateNoticeSettings } from './settings.ts'

type Names =
  | 'listNotices'
  | 'readNotice'
  | 'readAllNotices'
  | 'streamNotices'
  | 'getNoticeSettings'
  | 'updateNoticeSettings'

export const noticeHandlers = (deps: { db: Database; feed: NoticeFeed }): Pick<Handlers, Names> => ({
  listNotices: ({ query }, { caller }) => listNotices(deps.db, ownNotices(caller), query),
  readNotice: ({ params }, { caller }) => readNotice(deps.db, ownNotices(caller), params.id),
  readAllNotices: (_input, { caller }) => readAllNotices(deps.db, ownNotices(caller)),
  getNoticeSettings: (_input, { caller }) => getNoticeSettings(deps.db, ownNotices(caller)),
  updateNoticeSettings: ({ body }, { caller }) => updateNoticeSettings(deps.db, ownNotices(caller), body),
  streamNotices: ({ query }, { caller, last_event_id }) => {
    const grant = ownNotices(caller)
    const after = last_event_id ?? query.after ?? null
    return { type: 'stream', events: (signal) => followNotices(deps, grant, after, signal) }
  },
})
