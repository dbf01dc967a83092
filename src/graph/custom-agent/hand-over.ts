/** Whether a custom agent can hand its chat over to a person: the tool that does it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { isObject } from '#shared/json.ts'

const NODE = 'hand_over'

const isHandOver = (tool: Json): boolean => isObject(tool) && tool.kind === 'node' && tool.node === NODE

const toolsOf = ({ config }: WorkflowNode): readonly Json[] => (Array.isArray(config.tools) ? config.tools : [])

export const handsOver = (agent: WorkflowNode): boolean => toolsOf(agent).some(isHandOver)

/** It asks nobody before: a person is asked to come, and nothing else happens. */
const TOOL: JsonObject = {
  kind: 'node',
  name: NODE,
  description:
    'Hands the chat over to a person, who answers from the next message on. Use it when the person who writes asks for a person, when you can’t answer, or when your instructions say so.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'Why, in one sentence, for the person who takes over' } },
    required: ['reason'],
  },
  node: NODE,
  config: { reason: '{{ $input.reason }}' },
  acts: false,
}

/** Settings of the agent with the tool, or without it. */
export function withHandOver(agent: WorkflowNode, on: boolean): JsonObject {
  const others = toolsOf(agent).filter((tool) => !isHandOver(tool))
  return { ...agent.config, tools: on ? [...others, TOOL] : others }
}
