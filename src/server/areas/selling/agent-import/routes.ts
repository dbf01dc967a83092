import { mayMakeAgents } from '#server/areas/agents/agents.ts'
import { maySell } from '#server/areas/selling/publishing/publishing.policy.ts'
import { type MakingParts, mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { type ImportGrants, importAgents, previewImport } from './agent-import.ts'
import { agentTemplate } from './agent-template.ts'

type Names = 'getAgentTemplate' | 'previewAgentImport' | 'importAgents'

export function agentImportHandlers(parts: MakingParts): Pick<Handlers, Names> {
  const grantsOf = (caller: Caller): ImportGrants => ({
    edit: mayEditWorkflows(caller),
    make: mayMakeAgents(caller),
    sell: maySell(caller),
  })
  return {
    getAgentTemplate: async ({ query }) => agentTemplate(query.format),
    previewAgentImport: ({ body }, { caller }) => previewImport(parts.db, grantsOf(caller), body.csv),
    importAgents: ({ body }, { caller }) => importAgents(parts, grantsOf(caller), body),
  }
}
