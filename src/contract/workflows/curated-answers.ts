/** Curated answers of an agent: “when asked this, say that”. They win over its model, which isn’t asked. */
import { z } from 'zod'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { CURATED } from './curated-answer-values.ts'

const CuratedAnswerId = z.uuid().brand('CuratedAnswerId')
export type CuratedAnswerId = z.infer<typeof CuratedAnswerId>

const CuratedAnswer = z.object({
  id: CuratedAnswerId,
  questions: z.array(z.string()),
  answer: z.string(),
  updated_at: Timestamp,
})
export type CuratedAnswer = z.infer<typeof CuratedAnswer>

const Question = z
  .string()
  .trim()
  .min(1, 'Enter a question')
  .max(CURATED.question)
  .regex(/[\p{L}\p{N}]/u, 'Enter a question in words')

export const CuratedAnswerFields = z.strictObject({
  /** Ways to ask for it. One that another answer had is taken from there. */
  questions: z.array(Question).min(1, 'Enter a question').max(CURATED.phrasings),
  answer: z.string().trim().min(1, 'Enter an answer').max(CURATED.answer),
})
export type CuratedAnswerFields = z.output<typeof CuratedAnswerFields>

/** `score`: how alike the questions are, from 0 to 1. */
const Match = z.object({ id: CuratedAnswerId, question: z.string(), answer: z.string(), score: z.number() })
export type CuratedMatch = z.infer<typeof Match>

const editor = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })
const ofAnswer = z.object({ id: WorkflowId, answer_id: CuratedAnswerId })
const path = '/api/v1/workflows/{id}/curated-answers'

export const curatedAnswerEndpoints = {
  listCuratedAnswers: endpoint({
    method: 'GET',
    path,
    access: signedIn,
    params,
    query: wholeList(CURATED.answers),
    returns: listOf(CuratedAnswer),
    errors: ['not_found'],
  }),
  addCuratedAnswer: endpoint({
    method: 'POST',
    path,
    access: editor,
    params,
    body: CuratedAnswerFields,
    returns: CuratedAnswer,
    errors: ['not_found', 'limit_reached'],
    success: 201,
  }),
  updateCuratedAnswer: endpoint({
    method: 'PUT',
    path: `${path}/{answer_id}`,
    access: editor,
    params: ofAnswer,
    body: CuratedAnswerFields,
    returns: CuratedAnswer,
    errors: ['not_found', 'limit_reached'],
  }),
  deleteCuratedAnswer: endpoint({
    method: 'DELETE',
    path: `${path}/{answer_id}`,
    access: editor,
    params: ofAnswer,
    returns: z.object({ id: CuratedAnswerId }),
    errors: ['not_found'],
  }),
  matchCuratedAnswers: endpoint({
    method: 'POST',
    path: `${path}/match`,
    access: signedIn,
    params,
    body: z.strictObject({ question: Question }),
    returns: z.object({ items: z.array(Match) }),
    errors: ['not_found'],
  }),
  importCuratedAnswers: endpoint({
    method: 'POST',
    path: `${path}/import`,
    access: editor,
    params,
    body: z.strictObject({
      csv: z.string().min(1, 'Choose a file').max(CURATED.file, `Use a file of at most ${CURATED.file} characters`),
    }),
    returns: z.object({ answers: z.number().int() }),
    errors: ['not_found', 'import_refused', 'limit_reached'],
    timeout: 60_000,
  }),
  exportCuratedAnswers: endpoint({
    method: 'GET',
    path: `${path}/export`,
    access: signedIn,
    params,
    answers: 'file',
    returns: z.string(),
    errors: ['not_found'],
  }),
}
