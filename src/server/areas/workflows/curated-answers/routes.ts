import { Readable } from 'node:stream'
import { toCsv } from '#contract/core/csv.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { listPage } from '#server/platform/page.ts'
import {
  addCurated,
  CURATED_COLUMNS,
  deleteCurated,
  importCurated,
  listCurated,
  tryQuestion,
  updateCurated,
} from './curated-answers.ts'

type Names =
  | 'listCuratedAnswers'
  | 'addCuratedAnswer'
  | 'updateCuratedAnswer'
  | 'deleteCuratedAnswer'
  | 'matchCuratedAnswers'
  | 'importCuratedAnswers'
  | 'exportCuratedAnswers'

export function curatedAnswerHandlers(deps: {
  db: Database
  embed: EmbedPort
  log: WarningLog
}): Pick<Handlers, Names> {
  const { db } = deps
  return {
    listCuratedAnswers: async ({ params, query }, { caller }) =>
      listPage(await listCurated(db, mayLookAtWorkflows(caller), params.id), 'items', query),
    addCuratedAnswer: ({ params, body }, { caller }) => addCurated(deps, mayEditWorkflows(caller), params.id, body),
    updateCuratedAnswer: ({ params, body }, { caller }) => updateCurated(deps, mayEditWorkflows(caller), params, body),
    deleteCuratedAnswer: ({ params }, { caller }) => deleteCurated(db, mayEditWorkflows(caller), params),
    matchCuratedAnswers: ({ params, body }, { caller }) =>
      tryQuestion(deps, mayLookAtWorkflows(caller), params.id, body.question),
    importCuratedAnswers: ({ params, body }, { caller }) =>
      importCurated(deps, mayEditWorkflows(caller), params.id, body.csv),
    exportCuratedAnswers: async ({ params }, { caller }) => {
      const { items } = await listCurated(db, mayLookAtWorkflows(caller), params.id)
      const rows = items.flatMap(({ questions, answer }) => questions.map((question) => [question, answer]))
      const body = Readable.from([`\uFEFF${toCsv([CURATED_COLUMNS, ...rows])}`])
      return {
        name: 'curated-answers.csv',
        body,
        type: 'file',
        mime: 'text/csv',
        bytes: null,
        disposition: 'attachment',
      }
    },
  }
}
