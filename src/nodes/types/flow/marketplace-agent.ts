import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { mostPaise } from '#nodes/lib/flow/most-paise.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

export const marketplaceAgent = defineNode({
  type: 'marketplace_agent',
  version: 1,
  title: 'Run an agent',
  category: 'flow',
  icon: 'bot',
  description:
    'Runs an agent of the marketplace, waits for it to end and outputs its result. The person who runs the workflow pays for it.',
  kind: 'wait',
  config: z.strictObject({
    agent_id: z
      .uuid('Choose an agent')
      .describe('The agent to run.')
      .meta({ title: 'Agent', widget: 'agent', expression: 'none' }),
    input: JsonObject.optional()
      .describe('The input of the agent. Leave empty to use the node’s input.')
      .meta({ title: 'Input', widget: 'json' }),
    most_paise: mostPaise(
      'The most that one run of the agent may cost, including AI models. With 0 it has to be free. A higher price ends the step before anything is charged.',
    ),
  }),
  example: { agent_id: '00000000-0000-4000-8000-000000000000' },
  output: Json,
  sentence: () => 'Runs an agent and waits',
  run: (ctx) => ({
    type: 'wait',
    wait: {
      type: 'child',
      agent_id: ctx.config.agent_id,
      most_paise: ctx.config.most_paise,
      input: ctx.config.input === undefined ? ctx.input : ctx.config.input,
    },
  }),
  resume(_ctx, resolution) {
    if (resolution.type !== 'child') throw new NodeError('wrong_answer', 'The end of an agent was expected')
    if (resolution.status === 'succeeded') return output(resolution.output)
    throw new NodeError('agent_failed', resolution.message ?? `The agent was ${resolution.status}`)
  },
})
