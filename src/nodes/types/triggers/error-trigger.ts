import { z } from 'zod'
import { defineNode, output } from '#nodes/node.ts'

export const errorTrigger = defineNode({
  type: 'error_trigger',
  version: 1,
  title: 'When a workflow fails',
  category: 'trigger',
  icon: 'siren',
  description:
    'Starts when another workflow of yours fails, with what went wrong. A failure of a workflow that was started like this starts nothing.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    workflow_ids: z
      .array(z.uuid('Choose a workflow'))
      .max(100)
      .default([])
      .describe('Only these workflows. All of yours when left out.')
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
    ids.length === 0 ? 'Of any workflow of yours' : `Of ${ids.length} chosen workflows`,
  run: (ctx) => output(ctx.input),
})
