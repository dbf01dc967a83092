import { createFilePort, type RunEngine } from '#server/areas/runs/runs.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { makeReviewedCase, previewReviewedCase } from './reviewed-cases.ts'

export type ReviewedCaseNames = 'previewReviewedCase' | 'makeReviewedCase'

export interface ReviewedCaseDeps {
  db: Database
  engine: RunEngine
  files: Parameters<typeof createFilePort>[0]['files']
}

export const reviewedCaseHandlers = ({ db, engine, files }: ReviewedCaseDeps): Pick<Handlers, ReviewedCaseNames> => {
  const parts = { open: (key: string) => engine.openOutput(key), files: createFilePort({ db, files }) }
  return {
    previewReviewedCase: ({ params }, { caller }) =>
      previewReviewedCase(db, mayEditWorkflows(caller), params.id, parts.open),
    makeReviewedCase: ({ params, body }, { caller }) =>
      makeReviewedCase(db, mayEditWorkflows(caller), params.id, body, parts),
  }
}
