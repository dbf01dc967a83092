/** What an agent is made of, as others see it. */
import { z } from 'zod'
import { AgentId, JsonObject, Slug } from '#contract/core/primitives.ts'

/** The public outline of an agent: its steps in the order they run and their connections. No settings. */
export const AgentWorkflow = z.object({
  agent: z.object({ id: AgentId, slug: Slug, name: z.string() }),
  version: z.number().int(),
  /** The settings of its steps may be looked at, too: see `getAgentDocument`. */
  settings_open: z.boolean(),
  steps: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      type: z.string(),
      /** The type's own title; the type itself when this installation does not know it. */
      type_title: z.string(),
      category: z.string(),
      icon: z.string(),
    }),
  ),
  /** `port` is the way out of `from`: `out`, or a branch such as `true`. */
  edges: z.array(z.object({ from: z.string(), port: z.string(), to: z.string() })),
})

/** The whole workflow of a first-party agent, settings and all, to look at and to start from. */
export const AgentDocument = z.object({
  agent: z.object({ id: AgentId, slug: Slug, name: z.string(), tagline: z.string() }),
  version: z.number().int(),
  document: JsonObject,
})

export type AgentWorkflow = z.infer<typeof AgentWorkflow>
export type AgentDocument = z.infer<typeof AgentDocument>
