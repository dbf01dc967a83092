/** What an agent has done so far: kept with every wait, and read back after it. */
import { z } from 'zod'
import { type Json, JsonObject } from '#contract/core/primitives.ts'
import { PlanItem } from '#contract/runs/plan.ts'
import type { ModelMessage, ModelUsage } from '#nodes/model-port.ts'
import type { NodeContext } from '#nodes/node.ts'
import type { AgentTool } from './agent-tools.ts'
import { Citation } from './citations.ts'
import { ToolFile } from './made-files.ts'
import type { ModelChoice } from './model-settings.ts'
import { AgentSkill } from './skills.ts'
import type { SubAgent } from './sub-agents.ts'

export interface AgentSettings extends ModelChoice {
  task: string
  history?: Json | undefined
  person_memory: boolean
  tools: AgentTool[]
  skills: string[]
  sub_agents: SubAgent[]
  plan: boolean
  max_steps: number
  approval_hours: number
  allowed_hosts: string[]
  schema?: JsonObject | undefined
  temperature?: number | undefined
}

/** What working on a task takes of a step; a sub-agent has one of its own. */
export type AgentContext = Pick<
  NodeContext<AgentSettings>,
  | 'config'
  | 'run'
  | 'signal'
  | 'now'
  | 'log'
  | 'progress'
  | 'showPlan'
  | 'traceTool'
  | 'inTool'
  | 'under'
  | 'model'
  | 'http'
  | 'actions'
  | 'call'
  | 'memory'
  | 'skills'
>

export const Call = z.object({ id: z.string(), name: z.string(), arguments: JsonObject })
const Pause = z.object({
  /** Before a call that acts; after one; until a service is less busy; until an account is connected again. */
  for: z.enum(['call', 'made', 'service', 'account']),
  turn: z.number(),
  since: z.number().nullable(),
})
export type Pause = z.infer<typeof Pause>
const Made = z.object({ tool: z.string(), arguments: JsonObject, ok: z.boolean(), result: z.string() })

/** Everything an agent has done so far. */
export const State = z.object({
  messages: z.array(z.custom<ModelMessage>()),
  /** Named by the model and not yet answered. */
  pending: z.array(Call),
  made: z.array(Made),
  /** Times the model was asked. */
  steps: z.number(),
  /** Steps in a row that brought nothing new. */
  stuck: z.number(),
  /** Why the agent waits, unless for a person or another workflow. */
  pause: Pause.optional(),
  /** Calls that may have taken effect although they failed, as `signatureOf` writes them. */
  uncertain: z.array(z.string()).optional(),
  /** Passages of knowledge that were found, numbered. */
  passages: z.array(Citation).optional(),
  /** Files that tools made. */
  files: z.array(ToolFile).optional(),
  /** When another workflow was called, ms since 1970. */
  called_at: z.number().optional(),
  /** Whether the person lets it remember facts about them. */
  remembers: z.boolean().optional(),
  plan: z.array(PlanItem).optional(),
  /** The skills it can read. */
  skills: z.array(AgentSkill).optional(),
  /** The sub-agent that works on the first pending call: everything it has done so far, and since when, in ms since 1970. */
  sub: z.object({ state: z.custom<Json>(), began: z.number() }).optional(),
  model: z.string().nullable(),
  input_tokens: z.number(),
  output_tokens: z.number(),
})
export type AgentState = z.infer<typeof State>

interface Beginning {
  /** What was used before the first step. */
  used: ModelUsage | null
  /** It may keep facts about the person. */
  remembers: boolean
  skills: AgentState['skills']
}

export const beginAgent = (messages: ModelMessage[], { used, remembers, skills = [] }: Beginning): AgentState => ({
  ...(remembers && { remembers }),
  ...(skills.length > 0 && { skills }),
  messages,
  pending: [],
  made: [],
  steps: 0,
  stuck: 0,
  model: null,
  input_tokens: used?.input_tokens ?? 0,
  output_tokens: used?.output_tokens ?? 0,
})

export type Named = z.infer<typeof Call>

export const stored = (state: AgentState): Json => state as unknown as Json

export const MadeCalls = z.array(Made)
