import type { Marketplace } from '#server/areas/agents/agents/marketplace.ts'
import { getSeller } from '#server/areas/agents/sellers/follows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayJudgeReports, mayReport } from './report-cases.policy.ts'
import { assignCase, decideCase, getCase, listCases, report } from './report-cases.ts'

type Names =
  | 'reportAgent'
  | 'reportSeller'
  | 'listReportCases'
  | 'getReportCase'
  | 'assignReportCase'
  | 'decideReportCase'

export const reportCaseHandlers = ({
  db,
  marketplace,
}: {
  db: Database
  marketplace: Marketplace
}): Pick<Handlers, Names> => ({
  reportAgent: async ({ params, body }, { caller }) => {
    const { id, name, seller } = await marketplace.get(caller, params.id)
    return report(db, mayReport(caller), { kind: 'agent', id, name, owner: seller.id }, body)
  },
  reportSeller: async ({ params, body }, { caller }) => {
    const { id, display_name } = await getSeller(db, params.handle)
    return report(db, mayReport(caller), { kind: 'person', id, name: display_name, owner: id }, body)
  },
  listReportCases: ({ query }, { caller }) => listCases(db, mayJudgeReports(caller), query),
  getReportCase: ({ params }, { caller }) => getCase(db, mayJudgeReports(caller), params.id),
  assignReportCase: ({ params, body }, { caller }) => assignCase(db, mayJudgeReports(caller), params.id, body.assigned),
  decideReportCase: ({ params, body }, { caller }) => decideCase(db, mayJudgeReports(caller), params.id, body),
})
