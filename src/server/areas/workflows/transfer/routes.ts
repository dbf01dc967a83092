import { Readable } from 'node:stream'
import type { HttpPort } from '#nodes/ports.ts'
import { type Marketplace, mayMakeAgents } from '#server/areas/agents/agents.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { analyseWorkflow, listConfigurations } from './analyse.ts'
import { convertToAgent } from './convert-to-agent.ts'
import { exportWorkflow, type ImportDeps, importFile, parseFile } from './files.ts'
import { fetchFile } from './from-address.ts'

type Names =
  | 'exportWorkflow'
  | 'importWorkflow'
  | 'parseWorkflow'
  | 'fetchWorkflowFile'
  | 'analyzeWorkflow'
  | 'getWorkflowConfigurations'
  | 'convertToAgent'

export const transferHandlers = ({
  db,
  marketplace,
  http,
  record,
  readFile,
}: ImportDeps & {
  marketplace: Marketplace
  http: HttpPort
  record: RecordEvent
}): Pick<Handlers, Names> => ({
  exportWorkflow: async ({ params }, { caller }) => {
    const { name, text } = await exportWorkflow(db, mayEditWorkflows(caller), params.id)
    const bytes = Buffer.from(text)
    return {
      type: 'file',
      name,
      mime: 'application/json',
      bytes: bytes.length,
      disposition: 'attachment',
      body: Readable.from([bytes]),
    }
  },
  importWorkflow: ({ body }, { caller }) => importFile({ db, readFile }, mayEditWorkflows(caller), body),
  parseWorkflow: ({ body }, { caller }) => parseFile({ db, readFile }, mayEditWorkflows(caller), body.source),
  fetchWorkflowFile: ({ body }, { caller }) => fetchFile({ db, http }, mayEditWorkflows(caller), body.address),
  analyzeWorkflow: ({ body }, { caller }) => analyseWorkflow(db, mayEditWorkflows(caller), body),
  getWorkflowConfigurations: async ({ params, query }, { caller }) =>
    listPage(await listConfigurations(db, mayEditWorkflows(caller), params.id), 'items', query),
  convertToAgent: async ({ body }, { caller }) => {
    const grants = { edit: mayEditWorkflows(caller), make: mayMakeAgents(caller) }
    return marketplace.get(caller, await convertToAgent({ db, record }, grants, body))
  },
})
