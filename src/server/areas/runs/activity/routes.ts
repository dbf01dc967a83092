import type { activityEndpoints } from '#contract/runs/oversight/activity.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { maySeeActivity } from './activity.policy.ts'
import { exportActivity, listActivity } from './activity.ts'

export const activityHandlers = (db: Database): Pick<Handlers, keyof typeof activityEndpoints> => ({
  listActivity: ({ query }, { caller }) => listActivity(db, maySeeActivity(caller), query),
  exportActivity: async ({ query }, { caller }) => {
    const file = await exportActivity(db, maySeeActivity(caller), query)
    return { ...file, type: 'file', bytes: null, disposition: 'attachment' }
  },
})
