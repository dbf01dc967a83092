/** The knowledge of a custom agent: the bases that its tool `knowledge_search` searches. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { isObject } from '#shared/json.ts'

const NODE = 'knowledge_search'

export const isKnowledgeTool = (tool: Json): tool is JsonObject =>
  isObject(tool) && tool.kind === 'node' && tool.node === NODE

const toolsOf = ({ config }: WorkflowNode): readonly Json[] => (Array.isArray(config.tools) ? config.tools : [])

/** Ids of the bases of its first search, in order; another search was added by hand and is shown with the tools. */
export function knowledgeOf(agent: WorkflowNode): string[] {
  const tool = toolsOf(agent).find(isKnowledgeTool)
  const settings = tool && isObject(tool.config) ? tool.config : {}
  const more = Array.isArray(settings.knowledge_ids) ? settings.knowledge_ids : []
  return [...new Set([settings.knowledge_id ?? '', ...more])].filter(
    (id) => typeof id === 'string' && id !== '',
  ) as string[]
}

/** Steps that make none. */
const WITHOUT_FILES: ReadonlySet<Json | undefined> = new Set([NODE, 'hand_over'])

/** Whether a tool may make files: a step, another run or an app. */
export const mayMakeFiles = (agent: WorkflowNode): boolean =>
  toolsOf(agent).some((tool) => isObject(tool) && tool.kind !== 'http' && !WITHOUT_FILES.has(tool.node))

/** A search that only looks something up: it asks nobody before. */
const newTool = (config: JsonObject): JsonObject => ({
  kind: 'node',
  name: NODE,
  description:
    'Searches the documents this agent answers from. Use it for every question of fact, with the question in full. Search again in other words when the first passages don’t answer.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for, as a whole question' } },
    required: ['query'],
  },
  node: NODE,
  config: { query: '{{ $input.query }}', ...config },
  acts: false,
})

/** Settings of the agent with these bases; without any, the search is taken away. */
export function withKnowledge(agent: WorkflowNode, ids: readonly string[]): JsonObject {
  const tools = toolsOf(agent)
  const at = tools.findIndex(isKnowledgeTool)
  const old = tools[at]
  const { knowledge_id: _, knowledge_ids: __, ...kept } = isObject(old) && isObject(old.config) ? old.config : {}
  const [first, ...more] = ids
  const others = at < 0 ? [...tools] : tools.filter((_tool, index) => index !== at)
  if (first === undefined) {
    const { without_model: _gone, ...rest } = agent.config
    return { ...rest, tools: others }
  }
  const settings: JsonObject = { ...kept, knowledge_id: first, ...(more.length > 0 && { knowledge_ids: more }) }
  const tool = isObject(old) ? { ...old, config: settings } : newTool(settings)
  if (at >= 0) others.splice(at, 0, tool)
  const isNew = at < 0 && agent.config.without_model === undefined
  return { ...agent.config, ...(isNew && { without_model: 'quote' }), tools: at < 0 ? [...others, tool] : others }
}
