/** The SQL of curated answers. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { CuratedAnswerId } from '#contract/workflows/curated-answers.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AnswerRow {
  id: CuratedAnswerId
  answer: string
  questions: string[]
  updated_at: Date
}

const answer = sql`a.id, a.answer, a.updated_at,
  (select coalesce(array_agg(q.question order by q.position), '{}') from curated_questions q where q.answer_id = a.id) as questions`

/** Newest first. */
export async function findAnswers(db: Queryable, workflow: WorkflowId): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select ${answer} from curated_answers a where a.workflow_id = ${workflow} order by a.created_at desc, a.id desc`.execute(
    db,
  )
  return rows
}

export async function findAnswer(db: Queryable, workflow: WorkflowId, id: CuratedAnswerId): Promise<AnswerRow | null> {
  const { rows } = await sql<AnswerRow>`
    select ${answer} from curated_answers a where a.workflow_id = ${workflow} and a.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function countCurated(
  db: Queryable,
  workflow: WorkflowId,
): Promise<{ answers: number; questions: number }> {
  const { rows } = await sql<{ answers: number; questions: number }>`
    select (select count(*)::int from curated_answers where workflow_id = ${workflow}) as answers,
      (select count(*)::int from curated_questions where workflow_id = ${workflow}) as questions`.execute(db)
  return rows[0] ?? { answers: 0, questions: 0 }
}

export async function addAnswer(
  tx: Queryable,
  workflow: WorkflowId,
  by: UserId,
  text: string,
): Promise<CuratedAnswerId> {
  const { rows } = await sql<{ id: CuratedAnswerId }>`
    insert into curated_answers (workflow_id, answer, updated_by) values (${workflow}, ${text}, ${by}) returning id`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('A curated answer was not returned after its insert')
  return row.id
}

export async function changeAnswer(
  tx: Queryable,
  workflow: WorkflowId,
  id: CuratedAnswerId,
  { by, answer }: { by: UserId; answer: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update curated_answers set answer = ${answer}, updated_by = ${by}, updated_at = now()
    where workflow_id = ${workflow} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

export async function removeAnswer(tx: Queryable, workflow: WorkflowId, id: CuratedAnswerId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from curated_answers where workflow_id = ${workflow} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

export interface NewQuestion {
  question: string
  plain: string
  vector: Buffer | null
}

/** Takes away what an answer is given for, and the same questions from other answers: a question has one answer. */
export async function removeQuestions(
  tx: Queryable,
  workflow: WorkflowId,
  id: CuratedAnswerId,
  plain: readonly string[],
): Promise<void> {
  await sql`
    delete from curated_questions
    where workflow_id = ${workflow} and (answer_id = ${id} or plain = any(${sql.val(plain)}::text[]))`.execute(tx)
}

export async function addQuestion(
  tx: Queryable,
  workflow: WorkflowId,
  id: CuratedAnswerId,
  { question, plain, vector, position }: NewQuestion & { position: number },
): Promise<void> {
  await sql`
    insert into curated_questions (answer_id, workflow_id, position, question, plain, vector)
    values (${id}, ${workflow}, ${position}, ${question}, ${plain}, ${vector})`.execute(tx)
}

/** Answers whose questions have all been taken over by others. */
export async function removeUnasked(tx: Queryable, workflow: WorkflowId): Promise<void> {
  await sql`
    delete from curated_answers a where a.workflow_id = ${workflow}
      and not exists (select from curated_questions q where q.answer_id = a.id)`.execute(tx)
}

export interface QuestionRow {
  id: string
  answer_id: CuratedAnswerId
  question: string
  plain: string
  answer: string
  vector: Buffer | null
}

const question = sql`q.id, q.answer_id, q.question, q.plain, a.answer, q.vector`

export async function findSame(db: Queryable, workflow: WorkflowId, plain: string): Promise<QuestionRow | null> {
  const { rows } = await sql<QuestionRow>`
    select ${question} from curated_questions q join curated_answers a on a.id = q.answer_id
    where q.workflow_id = ${workflow} and q.plain = ${plain}`.execute(db)
  return rows[0] ?? null
}

/** All of a workflow: at most a thousand. */
export async function findQuestions(db: Queryable, workflow: WorkflowId): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select ${question} from curated_questions q join curated_answers a on a.id = q.answer_id
    where q.workflow_id = ${workflow} order by q.id`.execute(db)
  return rows
}

export async function keepVector(db: Queryable, id: string, vector: Buffer): Promise<void> {
  await sql`update curated_questions set vector = ${vector} where id = ${id} and vector is null`.execute(db)
}

/** The workflow of a version; null where its owner isn’t this one. */
export async function findWorkflowOfVersion(
  db: Queryable,
  version: string,
  author: UserId,
): Promise<WorkflowId | null> {
  const { rows } = await sql<{ id: WorkflowId }>`
    select w.id from workflow_versions v join workflows w on w.id = v.workflow_id
    where v.id = ${version} and w.owner_id = ${author}`.execute(db)
  return rows[0]?.id ?? null
}
