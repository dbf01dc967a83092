import type { RunRecords } from '#server/areas/runs/runs.ts'
import { maySell } from '#server/areas/selling/publishing/publishing.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { endRunShare, getRunShare, listAgentFailures, listSharedRuns, shareRun } from './sharing.ts'

type Names = 'getRunShare' | 'shareRun' | 'endRunShare' | 'listAgentFailures' | 'listSharedRuns'

export const runSharingHandlers = ({ db, records }: { db: Database; records: RunRecords }): Pick<Handlers, Names> => ({
  getRunShare: ({ params }, { caller }) => getRunShare(db, caller, params.id),
  shareRun: ({ params }, { caller }) => shareRun({ db, records }, caller, params.id),
  endRunShare: ({ params }, { caller }) => endRunShare({ db, records }, caller, params.id),
  listAgentFailures: ({ params, query }, { caller }) => listAgentFailures(db, maySell(caller), { ...params, ...query }),
  listSharedRuns: ({ params, query }, { caller }) => listSharedRuns(db, maySell(caller), { ...params, ...query }),
})
