import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayAnnounce } from './announcement.policy.ts'
import { announce, removeAnnouncement } from './announcement.ts'

type Names = 'setAnnouncement' | 'removeAnnouncement'

export const announcementHandlers = (db: Database): Pick<Handlers, Names> => ({
  setAnnouncement: ({ body }, { caller }) => announce(db, mayAnnounce(caller), body),
  removeAnnouncement: async (_input, { caller }) => {
    await removeAnnouncement(db, mayAnnounce(caller))
    return { announcement: null }
  },
})
