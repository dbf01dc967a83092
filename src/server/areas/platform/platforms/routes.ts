import { AppError } from '#contract/core/errors.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { checkAccess, measurePlatforms } from './platforms.ts'

interface Deps {
  db: Database
  /** Whether runs are taken on here. */
  engineIsUp: () => Promise<boolean>
}

export const platformHandlers = ({
  db,
  engineIsUp,
}: Deps): Pick<Handlers, 'getPlatformStatus' | 'checkPlatformAccess'> => ({
  getPlatformStatus: (_input, { caller }) => measurePlatforms(db, engineIsUp, caller),
  checkPlatformAccess: async ({ params }, { caller }) => {
    const access = await checkAccess(db, caller, params.platform)
    if (access === null) throw new AppError('not_found')
    return access
  },
})
