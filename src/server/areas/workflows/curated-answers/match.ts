/** Finds the curated answer of a question: the same question to the letter first, then the most alike one. */
import type { WorkflowId } from '#contract/core/primitives.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import type { CuratedMatch } from '#contract/workflows/curated-answers.ts'
import { plainQuestion, readQuestion, sameQuestion } from '#nodes/lib/retrieval/same-question.ts'
import type { CuratedPort, EmbedPort } from '#nodes/ports.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { cosineSimilarity, packVector } from '#server/platform/vectors/signature.ts'
import * as store from './curated-answers.store.ts'

export interface CuratedDeps {
  db: Database
  embed: EmbedPort
  log: WarningLog
}

const MOST_SHOWN = 5
/** Questions without a vector that one search makes up for. */
const CATCH_UP = 30
const SPENT_MS = 10_000

/** @returns null where texts can’t be embedded now: then words alone are compared */
export async function embedQuestions(
  { embed, log }: Pick<CuratedDeps, 'embed' | 'log'>,
  questions: readonly string[],
): Promise<(Float32Array | undefined)[]> {
  if (questions.length === 0) return []
  try {
    return await embed(questions, AbortSignal.timeout(SPENT_MS))
  } catch (err) {
    log.warn({ err }, 'questions of curated answers are compared by words alone')
    return []
  }
}

const shown = ({ answer_id, question, answer }: store.QuestionRow, score: number): CuratedMatch => ({
  id: answer_id,
  question,
  answer,
  score,
})

/** Best first. */
export async function matchQuestion(deps: CuratedDeps, workflow: WorkflowId, asked: string): Promise<CuratedMatch[]> {
  const rows = await store.findQuestions(deps.db, workflow)
  if (rows.length === 0) return []
  const missing = rows.filter(({ vector }) => vector === null).slice(0, CATCH_UP)
  const [vector, ...late] = await embedQuestions(deps, [asked, ...missing.map(({ question }) => question)])
  for (const [at, row] of missing.entries()) {
    const made = late[at]
    if (!made) continue
    row.vector = packVector(made).vector
    await store.keepVector(deps.db, row.id, row.vector)
  }
  const one = readQuestion(asked)
  const scored = rows.map((row) => {
    const cosine = vector && row.vector ? cosineSimilarity(vector, row.vector) : null
    return { row, score: sameQuestion(one, readQuestion(row.question), cosine) }
  })
  const best = new Map<string, CuratedMatch>()
  for (const { row, score } of scored.sort((a, b) => b.score - a.score))
    if (score > 0 && !best.has(row.answer_id)) best.set(row.answer_id, shown(row, score))
  return [...best.values()].slice(0, MOST_SHOWN)
}

async function findBest(deps: CuratedDeps, workflow: WorkflowId, asked: string): Promise<CuratedMatch | null> {
  const same = await store.findSame(deps.db as Queryable, workflow, plainQuestion(asked))
  if (same) return shown(same, 1)
  // No answer is written for a longer text.
  if (asked.length > CURATED.question) return null
  return (await matchQuestion(deps, workflow, asked))[0] ?? null
}

/** `ctx.curated` of the nodes: the answers of the workflow that runs. */
export const createCuratedPort = (deps: CuratedDeps): CuratedPort => ({
  async find(asked, similarity, { version, author }) {
    if (version === null || author === null) return null
    const workflow = await store.findWorkflowOfVersion(deps.db, version, author)
    const found = workflow && (await findBest(deps, workflow, asked))
    return found && found.score >= similarity ? found : null
  },
})
