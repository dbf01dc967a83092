import { AppError } from '#contract/core/errors.ts'
import { PlanError } from '#graph/plan.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'

/**
 * Whether a run was refused before anything of it was stored. Any other error of a start may have come after that, such as a connection
 * lost while it was committed.
 */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof AppError || error instanceof EngineRefusal || error instanceof PlanError
