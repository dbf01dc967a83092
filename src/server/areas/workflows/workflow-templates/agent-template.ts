/** What the templates of custom agents share: a chat message, one agent with its tools, the answer. Each opens in the builder. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { newAgent } from '#graph/custom-agent/change-agent.ts'
import { NO_PROMPT, type Prompt } from '#graph/custom-agent/prompt.ts'
import { A_MODEL, type WorkflowTemplate } from './template.ts'

const TAG = 'custom agent'

interface AgentTemplate extends Pick<WorkflowTemplate, 'slug' | 'name' | 'description' | 'category' | 'expected'> {
  tags: readonly string[]
  prompt: Partial<Prompt>
  greeting: string
  starters: readonly string[]
  tools: readonly JsonObject[]
  /** The title and the message of its sample. */
  sample: readonly [title: string, message: string]
}

export function agentTemplate({
  prompt,
  greeting,
  starters,
  tools,
  tags,
  sample,
  ...told
}: AgentTemplate): WorkflowTemplate {
  const document = newAgent({ prompt: { ...NO_PROMPT, ...prompt }, greeting, starters })
  const [title, message] = sample
  return {
    ...told,
    tags: [TAG, 'chat', ...tags],
    needs: A_MODEL,
    sample: { title, input: { message, session: 'sample' } },
    document:
      tools.length === 0
        ? document
        : {
            ...document,
            nodes: document.nodes.map((node) =>
              node.type === 'ai_agent' ? { ...node, config: { ...node.config, tools: [...tools] } } : node,
            ),
          },
  }
}

const asked = (name: string, description: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
})

/** Answers from articles that are in the tool: to be replaced by a search of one’s own knowledge base. */
export const articlesTool = (
  name: string,
  description: string,
  articles: readonly { title: string; text: string }[],
): JsonObject => ({
  kind: 'node',
  name,
  description,
  parameters: asked('question', 'What to look for, as a question'),
  node: 'answer_with_citations',
  config: { question: '{{ $input.question }}', mode: 'bm25', articles: articles.map((one) => ({ ...one })) },
  acts: false,
})

/** Looks up one row of a table that is in the tool: to be replaced by a data table of one’s own. */
export const tableTool = (
  name: string,
  description: string,
  key: string,
  rows: Readonly<Record<string, JsonObject[string]>>,
): JsonObject => ({
  kind: 'node',
  name,
  description,
  parameters: asked(key, `One of: ${Object.keys(rows).join(', ')}`),
  node: 'lookup_table',
  config: {
    value: `{{ $input.${key} }}`,
    rows: Object.entries(rows).map(([at, value]) => ({ key: at, value })),
    default: { found: false },
  },
  acts: false,
})

export const daysTool: JsonObject = {
  kind: 'node',
  name: 'days_between',
  description: 'The number of days from one date to another; negative when the second is earlier.',
  parameters: {
    type: 'object',
    properties: {
      from: { type: 'string', description: 'A date as 2026-05-31' },
      to: { type: 'string', description: 'A date as 2026-05-31' },
    },
    required: ['from', 'to'],
  },
  node: 'date_difference',
  config: { from: '{{ $input.from }}', to: '{{ $input.to }}' },
  acts: false,
}
