/** Rows of publishing as the contract shows them. */
import type { z } from 'zod'
import type { OwnVersion, Submission } from '#contract/agents/publishing.ts'
import { presentPrice } from '#server/areas/agents/agents.ts'
import type { VersionLine } from './drafts.store.ts'
import type { SubmissionRow } from './own.store.ts'

const iso = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString())

export const presentSubmission = (row: SubmissionRow): Submission => ({
  ...row,
  submitted_at: new Date(row.submitted_at).toISOString(),
  decided_at: iso(row.decided_at),
})

export const presentVersion = (row: VersionLine): z.infer<typeof OwnVersion> => ({
  id: row.id,
  number: row.number,
  changelog: row.changelog,
  price: presentPrice(row.price_type, row.price_paise),
  content_hash: row.content_hash,
  workflow_version: row.workflow_version,
  published_at: row.published_at?.toISOString() ?? new Date(0).toISOString(),
  runs: row.runs,
  services: row.services,
  score: row.tested ?? row.score,
})
