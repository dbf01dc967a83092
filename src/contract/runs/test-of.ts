/** What a test run says of itself. */
import { z } from 'zod'
import { ExecutionId } from '#contract/core/primitives.ts'
import { TEST_MODES } from '#contract/runs/test-modes.ts'

/** How a test run was asked for, and what in it did not run now. */
export const TestOf = z.object({
  mode: z.enum(TEST_MODES),
  node_id: z.string().nullable(),
  /** The earlier run that data is taken from; null when none is. */
  source_id: ExecutionId.nullable(),
  /** Nodes whose data is taken from it. */
  reused: z.array(z.string()),
  /** Of these, nodes that were edited since. */
  stale: z.array(z.string()),
  /** Nodes before the named one that run as well: they were edited since the earlier run, or gave nothing in it. */
  also: z.array(z.string()),
  /** Nodes that give pinned data if the run comes to them. */
  pinned: z.array(z.string()),
  /** The loop that runs whole, because the named node is inside it. */
  loop: z.string().nullable(),
})

export type TestOf = z.infer<typeof TestOf>
