/** The plan of an agent: what it is going to do for a task, and how far it is. */
import { z } from 'zod'

export const PLAN = { items: 20, task: 200 } as const

export const PlanItem = z.object({
  task: z.string(),
  status: z.enum(['todo', 'doing', 'done']),
})
export type PlanItem = z.infer<typeof PlanItem>

/** The tool that an agent writes its plan with. Its last call in the trace of a run is the plan of that run. */
export const PLAN_TOOL = 'write_plan'
