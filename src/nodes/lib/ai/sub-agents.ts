/**
 * Sub-agents: parts of an agent with instructions of their own, which it gives tasks as if they were tools. Everything they may use is
 * declared by the agent: they have some of its tools, its budget and its models, and no sub-agents.
 */
import { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { ModelTool } from '#nodes/model-port.ts'

/** More are hard for a model to tell apart. */
const MOST = 10
const fixed = { expression: 'none' } as const

const SubAgent = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
    .describe('The name the agent calls it by.')
    .meta({ title: 'Name', ...fixed }),
  description: z
    .string()
    .min(1, 'Describe what the sub-agent is for')
    .max(2_000)
    .describe('Tells the agent which tasks to give it.')
    .meta({ title: 'Purpose', ...fixed }),
  instructions: z
    .string()
    .max(20_000)
    .default('')
    .describe('How it works on a task. It sees the task and nothing else of the conversation.')
    .meta({ title: 'Instructions', widget: 'textarea', ...fixed }),
  tools: z
    .array(
      z
        .string()
        .max(41)
        .meta({ title: 'Tool', ...fixed }),
    )
    .max(100)
    .default([])
    .describe('Names of tools of the agent that it can use. The same approvals apply.')
    .meta({ title: 'Tools', ...fixed }),
  only_here: z
    .boolean()
    .default(false)
    .describe('The agent itself doesn’t use these tools.')
    .meta({ title: 'Keep these tools from the agent', ...fixed }),
  uses: z
    .enum(['model', 'fallback_model'])
    .default('model')
    .describe('Which of the agent’s models answers. The agent’s budget covers its sub-agents.')
    .meta({ title: 'Model', ...fixed }),
  max_steps: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe('How many times the model is called before the sub-agent must answer.')
    .meta({ title: 'Steps', ...fixed }),
})
export type SubAgent = z.output<typeof SubAgent>

export const SUB_AGENT_SETTINGS = {
  sub_agents: z
    .array(SubAgent)
    .max(MOST)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Two sub-agents have the same name')
    .default([])
    .describe('Parts of the agent with instructions of their own. The agent gives them tasks and gets their answers.')
    .meta({ title: 'Sub-agents', ...fixed }),
}

/** Says which sub-agents are called like a tool, and which are given tools that the agent hasn’t. */
export function refineSubAgents(
  { tools, sub_agents }: { tools: readonly { name: string }[]; sub_agents: readonly SubAgent[] },
  context: z.core.$RefinementCtx,
): void {
  const names = new Set(tools.map(({ name }) => name))
  for (const [at, subAgent] of sub_agents.entries()) {
    if (names.has(subAgent.name))
      context.addIssue({ code: 'custom', path: ['sub_agents', at, 'name'], message: 'A tool has the same name' })
    for (const [place, name] of subAgent.tools.entries())
      if (!names.has(name))
        context.addIssue({
          code: 'custom',
          path: ['sub_agents', at, 'tools', place],
          message: `The agent has no tool “${name}”`,
        })
  }
}

const PARAMETERS: JsonObject = {
  type: 'object',
  properties: { task: { type: 'string', description: 'Everything it has to know for the task' } },
  required: ['task'],
  additionalProperties: false,
}

/** What the model of the agent is told of them. */
export const subAgentTools = (subAgents: readonly SubAgent[]): ModelTool[] =>
  subAgents.map(({ name, description }) => ({ name, description, parameters: PARAMETERS }))

export const SubAgentTask = z.object({ task: z.string().trim().min(1).max(50_000) })

/** The tools the agent itself may use. */
export const ownTools = <T extends { name: string }>(tools: readonly T[], subAgents: readonly SubAgent[]): T[] => {
  const kept = new Set(subAgents.flatMap(({ only_here, tools: names }) => (only_here ? names : [])))
  return tools.filter(({ name }) => !kept.has(name))
}

interface ParentSettings<T> {
  tools: T[]
  max_steps: number
  model?: string | undefined
  fallback_model?: string | undefined
  credential?: string | undefined
}

/** The settings of an agent as those of one of its sub-agents. */
export function settingsOfSubAgent<T extends { name: string }, S extends ParentSettings<T>>(
  parent: S,
  { tools, uses, max_steps }: SubAgent,
): Omit<S, 'sub_agents' | 'skills' | 'plan' | 'schema' | 'history'> & {
  sub_agents: SubAgent[]
  skills: string[]
  plan: boolean
  schema: undefined
  history: undefined
} {
  const { model, fallback_model } = parent
  const swapped = uses === 'fallback_model' && fallback_model ? { model: fallback_model, fallback_model: model } : {}
  return {
    ...parent,
    ...swapped,
    tools: parent.tools.filter(({ name }) => tools.includes(name)),
    max_steps,
    sub_agents: [],
    skills: [],
    plan: false,
    schema: undefined,
    history: undefined,
  }
}
