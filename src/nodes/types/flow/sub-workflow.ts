import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const subWorkflow = defineNode({
  type: 'sub_workflow',
  version: 1,
  title: 'Run a workflow',
  category: 'flow',
  icon: 'workflow',
  description: 'Runs another workflow, waits for it to end and outputs its result.',
  kind: 'wait',
  config: z.strictObject({
    workflow_id: z
      .uuid('Choose a workflow')
      .describe('The workflow to run.')
      .meta({ title: 'Workflow', widget: 'workflow' }),
    input: value('Input', 'The input of the workflow. Leave empty to use the node’s input.'),
  }),
  example: { workflow_id: '00000000-0000-4000-8000-000000000000' },
  output: Json,
  sentence: () => 'Runs another workflow and waits',
  run: (ctx) => ({
    type: 'wait',
    wait: {
      type: 'child',
      workflow_id: ctx.config.workflow_id,
      input: ctx.config.input === undefined ? ctx.input : ctx.config.input,
    },
  }),
  resume(_ctx, resolution) {
    if (resolution.type !== 'child') throw new NodeError('wrong_answer', 'The end of a workflow was expected')
    if (resolution.status === 'succeeded') return output(resolution.output)
    throw new NodeError('sub_workflow_failed', resolution.message ?? `The workflow was ${resolution.status}`)
  },
})
