/** Agents of other sellers that the steps of a workflow run, read off it: buyers are told of them and of what they may cost. */
import type { AgentInside } from '#contract/agents/agents.ts'
import { AgentId, type JsonObject } from '#contract/core/primitives.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { toolsOf } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findRunnableNames } from './agents-inside.store.ts'

interface AgentUse {
  node: string
  title: string
  field: string
  agent_id: string
  most_paise: number
}

function readUse(settings: JsonObject, { id, title }: WorkflowNode, path: string): AgentUse {
  const { agent_id, most_paise } = settings
  return {
    node: id,
    title,
    field: `${path}agent_id`,
    agent_id: typeof agent_id === 'string' ? agent_id : '',
    most_paise: typeof most_paise === 'number' ? most_paise : 0,
  }
}

const readUses = (node: WorkflowNode): AgentUse[] =>
  node.type === 'marketplace_agent'
    ? [readUse(node.config, node, '')]
    : (toolsOf(node.config) ?? []).flatMap((tool, at) =>
        tool.kind === 'agent' ? [readUse(tool, node, `tools.${at}.`)] : [],
      )

/** Each step and tool that is switched on and runs an agent. */
const agentUsesOf = ({ nodes }: WorkflowDocument): AgentUse[] =>
  nodes.filter(({ disabled }) => disabled !== true).flatMap(readUses)

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
