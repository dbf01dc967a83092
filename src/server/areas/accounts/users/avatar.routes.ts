import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { type DrawPortrait, getAvatar, removeAvatar, setAvatar } from './avatars.ts'
import { mayManageOwnAccount } from './users.policy.ts'

type Names = 'uploadAvatar' | 'removeAvatar' | 'getAvatar'

/** Pictures of one account that are read at a time: unlike files they are kept in memory until they are drawn. */
const inTurn = createKeyedSemaphore(1)

export const avatarHandlers = (deps: { db: Database; portrait: DrawPortrait }): Pick<Handlers, Names> => ({
  uploadAvatar: async (_input, context) => {
    const own = mayManageOwnAccount(context.caller)
    return inTurn(own.on, async () => setAvatar(deps, own, (await context.upload()).stream, context.signal))
  },
  removeAvatar: (_input, { caller }) => removeAvatar(deps.db, mayManageOwnAccount(caller)),
  getAvatar: async ({ params }) => {
    const body = await getAvatar(deps.db, params.key)
    return {
      type: 'file',
      name: 'avatar.webp',
      mime: 'image/webp',
      bytes: body.length,
      disposition: 'inline',
      // An address never shows another picture, but one that was removed must not stay with others than who saw it.
      cache: 'private, max-age=31536000, immutable',
      body,
    }
  },
})
