/** The plan of an agent, which people see while it works. The model writes the whole of it with each change. */
import { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'
import { PLAN, PLAN_TOOL, PlanItem } from '#contract/runs/plan.ts'
import type { ModelTool } from '#nodes/model-port.ts'

const fixed = { expression: 'none' } as const

export const PLAN_SETTINGS = {
  plan: z
    .boolean()
    .default(false)
    .describe('For tasks with several steps, the agent writes a plan and ticks off what is done.')
    .meta({ title: 'Plan its work', ...fixed }),
  plan_shown: z
    .boolean()
    .default(false)
    .describe('People who chat with the agent see its plan. Otherwise only those who see its steps do.')
    .meta({ title: 'Show the plan to everyone', when: { field: 'plan', is: [true] }, ...fixed }),
}

export const PLAN_RULE =
  `When a task takes three steps or more, write a plan with ${PLAN_TOOL} before you begin, in the language of the person. Mark a step as ` +
  '“doing” when you begin it and as “done” when it is done, and write the plan again whenever it changes. Answer simple questions without a plan.'

export const planTool: ModelTool = {
  name: PLAN_TOOL,
  description:
    'Writes your plan: all of its steps in order, with the state of each. It takes the place of the plan before it.',
  parameters: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        maxItems: PLAN.items,
        items: {
          type: 'object',
          properties: {
            task: { type: 'string', maxLength: PLAN.task, description: 'What is done in this step, in a few words' },
            status: { type: 'string', enum: ['todo', 'doing', 'done'] },
          },
          required: ['task', 'status'],
          additionalProperties: false,
        },
      },
    },
    required: ['items'],
    additionalProperties: false,
  },
}

const Wanted = z.object({
  items: z.array(PlanItem.extend({ task: z.string().trim().min(1).max(PLAN.task) })).max(PLAN.items),
})

/** @returns the plan that a call of the tool writes; null where it is none */
export function readPlan(given: JsonObject): PlanItem[] | null {
  const wanted = Wanted.safeParse(given)
  return wanted.success ? wanted.data.items : null
}
