import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayReadAudit } from './audit.policy.ts'
import { checkChain, describeChain } from './chain.ts'
import { exportEntries, listActions, listEntries } from './entries.ts'

type Names = 'listAuditEntries' | 'getAuditActions' | 'exportAudit' | 'getAuditChain' | 'checkAuditChain'

export const auditHandlers = (db: Database, reader: Database): Pick<Handlers, Names> => ({
  listAuditEntries: ({ query }, { caller }) => listEntries(reader, mayReadAudit(caller), query),
  getAuditActions: (_input, { caller }) => listActions(reader, mayReadAudit(caller)),
  exportAudit: async ({ query }, { caller }) => {
    const file = await exportEntries(db, mayReadAudit(caller), query)
    return { ...file, type: 'file', bytes: null, disposition: 'attachment' }
  },
  getAuditChain: (_input, { caller }) => describeChain(db, mayReadAudit(caller)),
  checkAuditChain: ({ body }, { caller }) => checkChain(db, mayReadAudit(caller), body.after),
})
