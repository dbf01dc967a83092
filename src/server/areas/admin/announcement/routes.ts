import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayAnnounce } from './announcement.policy.ts'
import { announce, createAnnouncementReader, removeAnnouncement } from './announcement.ts'

type Names = 'getAnnouncement' | 'setAnnouncement' | 'removeAnnouncement'

export function announcementHandlers({ db, fresh_ms }: { db: Database; fresh_ms: number }): Pick<Handlers, Names> {
  const read = createAnnouncementReader(db, fresh_ms)
  return {
    getAnnouncement: async () => ({ announcement: await read() }),
    setAnnouncement: ({ body }, { caller }) => announce(db, mayAnnounce(caller), body),
    removeAnnouncement: async (_input, { caller }) => {
      await removeAnnouncement(db, mayAnnounce(caller))
      return { announcement: null }
    },
  }
}
