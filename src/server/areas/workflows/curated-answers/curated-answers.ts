/** The verbs of curated answers. They belong to a workflow: who may edit it may change them, who may look at it sees them. */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import {
  type CuratedAnswer,
  CuratedAnswerFields,
  type CuratedAnswerId,
  type CuratedMatch,
} from '#contract/workflows/curated-answers.ts'
import { plainQuestion } from '#nodes/lib/retrieval/same-question.ts'
import { lockToEdit } from '#server/areas/workflows/workflows/drafts.ts'
import type { EditGrant, LookGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { findWorkflow } from '#server/areas/workflows/workflows/workflows.store.ts'
import { readCsvFile, refuseFile, withoutApostrophe } from '#server/platform/csv-file.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { packVector } from '#server/platform/vectors/signature.ts'
import * as store from './curated-answers.store.ts'
import { type CuratedDeps, embedQuestions, matchQuestion } from './match.ts'

const present = ({ id, questions, answer, updated_at }: store.AnswerRow): CuratedAnswer => ({
  id,
  questions,
  answer,
  updated_at: updated_at.toISOString(),
})

async function refuseStranger(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<void> {
  if (!(await findWorkflow(db, grant.on, id))) throw new AppError('not_found')
}

/** Newest first. @throws not_found, also for a foreign workflow */
export async function listCurated(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
): Promise<{ items: CuratedAnswer[] }> {
  await refuseStranger(db, grant, id)
  return { items: (await store.findAnswers(db, id)).map(present) }
}

/** Which answers a question would get, best first. @throws not_found */
export async function tryQuestion(
  deps: CuratedDeps,
  grant: LookGrant,
  id: WorkflowId,
  question: string,
): Promise<{ items: CuratedMatch[] }> {
  await refuseStranger(deps.db, grant, id)
  return { items: await matchQuestion(deps, id, question) }
}

interface Prepared {
  answer: string
  questions: store.NewQuestion[]
}

/** Each question once, with its vector: made before the transaction, which holds the draft. */
async function prepare(deps: CuratedDeps, wanted: readonly CuratedAnswerFields[]): Promise<Prepared[]> {
  const read = wanted.map(({ answer, questions }) => ({
    answer,
    questions: [...new Map(questions.map((question) => [plainQuestion(question), question]))],
  }))
  const vectors = await embedQuestions(
    deps,
    read.flatMap(({ questions }) => questions.map(([, question]) => question)),
  )
  let at = 0
  return read.map(({ answer, questions }) => ({
    answer,
    questions: questions.map(([plain, question]) => {
      const vector = vectors[at++]
      return { question, plain, vector: vector ? packVector(vector).vector : null }
    }),
  }))
}

async function setQuestions(tx: Queryable, id: WorkflowId, answer: CuratedAnswerId, { questions }: Prepared) {
  await store.removeQuestions(
    tx,
    id,
    answer,
    questions.map(({ plain }) => plain),
  )
  for (const [position, question] of questions.entries())
    await store.addQuestion(tx, id, answer, { ...question, position })
}

/** After a change. @throws limit_reached */
async function refuseTooMany(tx: Queryable, id: WorkflowId): Promise<void> {
  await store.removeUnasked(tx, id)
  const { answers, questions } = await store.countCurated(tx, id)
  if (answers > CURATED.answers || questions > CURATED.questions)
    throw new AppError('limit_reached', {
      message: `An agent can have up to ${CURATED.answers} curated answers with ${CURATED.questions} questions.`,
    })
}

async function addAll(deps: CuratedDeps, grant: EditGrant, id: WorkflowId, wanted: readonly CuratedAnswerFields[]) {
  await refuseStranger(deps.db, grant, id)
  const prepared = await prepare(deps, wanted)
  return deps.db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    let last: CuratedAnswerId | null = null
    for (const one of prepared) {
      last = await store.addAnswer(tx, id, grant.on, one.answer)
      await setQuestions(tx, id, last, one)
    }
    await refuseTooMany(tx, id)
    return last && store.findAnswer(tx, id, last)
  })
}

/**
 * A question that another answer had is taken from there; an answer without questions is gone.
 * @throws not_found, forbidden for a viewer, limit_reached
 */
export async function addCurated(
  deps: CuratedDeps,
  grant: EditGrant,
  id: WorkflowId,
  wanted: CuratedAnswerFields,
): Promise<CuratedAnswer> {
  const added = await addAll(deps, grant, id, [wanted])
  if (!added) throw new Error('A curated answer was not found after its insert')
  return present(added)
}

/** @throws as `addCurated` */
export async function updateCurated(
  deps: CuratedDeps,
  grant: EditGrant,
  { id, answer_id }: { id: WorkflowId; answer_id: CuratedAnswerId },
  wanted: CuratedAnswerFields,
): Promise<CuratedAnswer> {
  await refuseStranger(deps.db, grant, id)
  const [prepared] = await prepare(deps, [wanted])
  return deps.db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    const by = grant.on
    if (!prepared || !(await store.changeAnswer(tx, id, answer_id, { by, answer: prepared.answer })))
      throw new AppError('not_found')
    await setQuestions(tx, id, answer_id, prepared)
    await refuseTooMany(tx, id)
    const changed = await store.findAnswer(tx, id, answer_id)
    if (!changed) throw new AppError('not_found')
    return present(changed)
  })
}

/** @throws not_found, forbidden for a viewer */
export async function deleteCurated(
  db: Database,
  grant: EditGrant,
  { id, answer_id }: { id: WorkflowId; answer_id: CuratedAnswerId },
): Promise<{ id: CuratedAnswerId }> {
  return db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    if (!(await store.removeAnswer(tx, id, answer_id))) throw new AppError('not_found')
    return { id: answer_id }
  })
}

export const CURATED_COLUMNS = ['question', 'answer'] as const

/**
 * Adds the rows of a CSV file with the columns `question` and `answer`, all or none. Rows with the same answer become one.
 * @throws not_found, forbidden, import_refused, limit_reached
 */
export async function importCurated(
  deps: CuratedDeps,
  grant: EditGrant,
  id: WorkflowId,
  csv: string,
): Promise<{ answers: number }> {
  const most = { lines: CURATED.questions + 2, characters: 4 * CURATED.answer }
  const [head = [], ...records] = readCsvFile(csv, most)
  const [question, answer] = CURATED_COLUMNS.map((name) => head.findIndex((one) => one.trim().toLowerCase() === name))
  if (question === undefined || answer === undefined || question < 0 || answer < 0)
    throw refuseFile('The first row must name the columns “question” and “answer”.')
  const byAnswer = new Map<string, string[]>()
  for (const [at, record] of records.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue
    const row = {
      questions: [withoutApostrophe(record[question] ?? '')],
      answer: withoutApostrophe(record[answer] ?? ''),
    }
    const parsed = CuratedAnswerFields.safeParse(row)
    if (!parsed.success) throw refuseFile(`Row ${at + 2}: ${parsed.error.issues[0]?.message ?? 'It doesn’t fit'}`)
    const { questions } = parsed.data
    byAnswer.set(parsed.data.answer, [...(byAnswer.get(parsed.data.answer) ?? []), ...questions])
  }
  if (byAnswer.size === 0) throw refuseFile('There is no row in this file: it has only the names of its columns.')
  const wanted = [...byAnswer].flatMap(([text, questions]) =>
    Array.from({ length: Math.ceil(questions.length / CURATED.phrasings) }, (_, part) => ({
      questions: questions.slice(part * CURATED.phrasings, (part + 1) * CURATED.phrasings),
      answer: text,
    })),
  )
  await addAll(deps, grant, id, wanted)
  return { answers: wanted.length }
}
