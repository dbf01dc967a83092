/** Answers to what an execution waits for. */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
import type { WaitAnswer } from '#contract/runs/executions.ts'
import type { Resolution } from '#nodes/node.ts'
import { answerProblems } from '#nodes/types/people/input-form.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findWait } from './executions.store.ts'

/**
 * An answer as the engine takes it, if it is one to this question.
 * @throws not_found, already_resolved, invalid_input with the fields of a form that does not fit, also when an approval is answered with a form or the other way round
 */
export async function prepareResolution(
  db: Queryable,
  { id, wait_id }: { id: ExecutionId; wait_id: string },
  answer: WaitAnswer,
  by: string | null,
): Promise<Resolution> {
  const wait = await findWait(db, id, wait_id)
  if (!wait) throw new AppError('not_found')
  if (wait.resolved_at !== null) throw new AppError('already_resolved')
  const { type } = wait.wait as { type: string }
  if (type !== answer.type)
    throw new AppError('invalid_input', {
      problems: [
        {
          message: `This waits for ${type === 'form' ? 'a form' : `an answer of type ${type}`}`,
          field: 'type',
          code: 'invalid_input',
        },
      ],
    })
  if (answer.type === 'form') {
    const problems = answerProblems((wait.wait as { fields?: Json }).fields ?? null, answer.values)
    if (problems.length > 0)
      throw new AppError('invalid_input', {
        problems: problems.map(({ field, message }) => ({ message, field: `values.${field}`, code: 'invalid_input' })),
      })
  }
  return answer.type === 'approval'
    ? { type: 'approval', approved: answer.approved, comment: answer.comment, by }
    : { type: 'form', values: answer.values, by }
}
