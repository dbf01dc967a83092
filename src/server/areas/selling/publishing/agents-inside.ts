/** Agents of other sellers that the steps of a workflow run, read off it: buyers are told of them and of what they may cost. */
import type { AgentInside } from '#contract/agents/agents.ts'
import { AgentId } from '#contract/core/primitives.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findRunnableNames } from './agents-inside.store.ts'

interface AgentUse {
  node: string
  title: string
  field: string
  agent_id: string
  most_paise: number
}

/** Each step that is switched on and runs an agent. */
export const agentUsesOf = ({ nodes }: WorkflowDocument): AgentUse[] =>
  nodes
    .filter(({ type, disabled }) => type === 'marketplace_agent' && disabled !== true)
    .map(({ id, title, config }) => ({
      node: id,
      title,
      field: 'agent_id',
      agent_id: typeof config.agent_id === 'string' ? config.agent_id : '',
      most_paise: typeof config.most_paise === 'number' ? config.most_paise : 0,
    }))

export interface AgentsInside {
  /** Each agent once, with the most that one call of it may cost. */
  agents: AgentInside[]
  /** What keeps the workflow from being sold. */
  problems: DocumentProblem[]
}

export async function findAgentsInside(db: Queryable, document: WorkflowDocument): Promise<AgentsInside> {
  const uses = agentUsesOf(document).map((use) => ({ ...use, id: AgentId.safeParse(use.agent_id).data }))
  const names = await findRunnableNames(db, [...new Set(uses.flatMap(({ id }) => id ?? []))])
  const agents = new Map<AgentId, AgentInside>()
  const problems: DocumentProblem[] = []
  for (const { id, most_paise, node, title, field } of uses) {
    const known = id && names.get(id)
    if (id && known) {
      const most = Math.max(most_paise, agents.get(id)?.most_paise ?? 0)
      agents.set(id, { id, ...known, most_paise: most })
    } else problems.push({ code: 'agent_gone', message: `“${title}”: Choose an agent that is published.`, node, field })
  }
  return { agents: [...agents.values()], problems }
}
