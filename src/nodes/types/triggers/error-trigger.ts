import { z } from 'zod'
import { defineNode, output } from '#nodes/node.ts'

export const errorTrigger = defineNode({
  type: 'error_trigger',
  version: 1,
  title: 'When a workflow fails',
  category: 'trigger',
  icon: 'siren',
  description:
    'Starts when another of your workflows fails, with details of the failure. A failure of a workflow started this way doesn’t start anything.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    workflow_ids: z
      .array(z.uuid('Choose a workflow'))
      .max(100)
      .default([])
      .describe('Only these workflows. Leave empty for all your workflows.')
      .meta({ title: 'Workflows', widget: 'workflow' }),
  }),
  output: z
    .object({
      execution_id: z.string(),
      workflow_id: z.string(),
      workflow_name: z.string(),
      error: z.object({ code: z.string(), message: z.string(), node_id: z.string().nullable() }),
      failed_at: z.string(),
    })
    .partial(),
  sentence: ({ workflow_ids: ids }) =>
    ids.length === 0 ? 'For all your workflows' : `For ${ids.length} selected workflows`,
  run: (ctx) => output(ctx.input),
})
