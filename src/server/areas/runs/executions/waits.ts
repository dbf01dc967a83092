/** Answers to what an execution waits for. */
import { AppError } from '#contract/core/errors.ts'
import type { WaitAnswer } from '#contract/runs/executions.ts'
import type { Resolution } from '#nodes/node.ts'
import { answerProblems } from '#nodes/types/people/input-form.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findWait, type OwnerRow } from './executions.store.ts'
import { questionFor } from './questions.ts'

type Answered = Extract<Resolution, { type: 'approval' | 'form' }>

/**
 * An answer as the engine takes it, if it is one to the question as this caller is shown it.
 * @throws not_found, already_resolved, invalid_input with the fields that do not fit or are not shown to the caller, also when an
 * approval is answered with a form or the other way round
 */
export async function prepareResolution(
  db: Queryable,
  { by: caller, on: { id: execution } }: Grant<'execution.control', OwnerRow>,
  id: string,
  answer: WaitAnswer,
): Promise<Answered> {
  const wait = await findWait(db, { execution, id }, viewerOf(caller))
  if (!wait) throw new AppError('not_found')
  if (wait.resolved_at !== null) throw new AppError('already_resolved')
  const { type, fields } = questionFor(wait.wait, wait)
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
  const by = caller.type === 'user' ? personBehind(caller) : null
  if (answer.type === 'approval') return { type: 'approval', approved: answer.approved, comment: answer.comment, by }
  const problems = answerProblems(fields, answer.values)
  if (problems.length > 0)
    throw new AppError('invalid_input', {
      problems: problems.map(({ field, message }) => ({ message, field: `values.${field}`, code: 'invalid_input' })),
    })
  return { type: 'form', values: answer.values, by }
}
