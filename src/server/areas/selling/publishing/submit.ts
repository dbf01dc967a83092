/** From a draft to a version before the reviewers: checked, snapshot, never changed from then on. */

import type { ChecklistItem, OwnAgentDetail } from '#contract/agents/publishing.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { dataFlowOf, storeDataFlow } from '#server/areas/agents/agents.ts'
import { recordSamples } from '#server/areas/selling/sample-runs/sample-runs.ts'
import { type EditGrant, versionOfDraft } from '#server/areas/workflows/workflows.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findFiles } from './drafts.store.ts'
import { getOwnAgent, ownAgent, updateAgent } from './drafts.ts'
import { type DraftInspection, drawn, inspectDraft, readDraft } from './inspect-draft.ts'
import * as rows from './own.store.ts'
import { KEPT } from './passport.ts'
import { refuseIllegal, type SellGrant } from './publishing.policy.ts'
import { scanForRisks } from './risk-scan.ts'
import { keepSampleFiles } from './samples.store.ts'
import { findSampleChecks, runSamples, type StartSample, sampleFileIds } from './samples.ts'
import { refuseFallen, scoresOf } from './scores.ts'
import { contentHash, snapshotOf } from './snapshot.ts'
import { StoredPermissions } from './stored.ts'
import * as store from './submissions.store.ts'

export const reviewGroup = (agent: AgentId): string => `agent_review:${agent}`

interface Grants {
  edit: EditGrant
  sell: SellGrant
}

/** Makes the workflow as it is drawn now a stored version. @throws not_found, not_runnable, illegal_transition */
async function storedVersion(db: Database, { edit, sell }: Grants, id: AgentId) {
  const row = await ownAgent(db, sell, id)
  const draft = await readDraft(db, row)
  if (!draft) throw new AppError('not_found')
  return { row, draft, version: await versionOfDraft(db, edit, draft.workflow_id) }
}

/**
 * Lets the platform run the samples with the workflow as it is now.
 * @throws not_found, not_runnable, illegal_transition, invalid_input with the sample's field, too_many_requests
 */
export async function runDraftSamples(db: Database, grants: Grants, id: AgentId, start: StartSample) {
  const { row, version } = await storedVersion(db, grants, id)
  refuseIllegal('edit', row)
  const looked = await inspectDraft(db, row)
  if (!looked) throw new AppError('not_found')
  const { face, content } = looked
  await runSamples(db, grants.sell, { agent: id, version, schema: face.input_schema, draft: content }, start)
  return { samples: await findSampleChecks(db, id, version, content) }
}

/** @throws not_ready naming everything that is missing by its field */
function refuseUnready(checklist: readonly ChecklistItem[]): void {
  const open = checklist.filter(({ required, done }) => required && !done)
  const [first] = open
  if (!first) return
  throw new AppError('not_ready', {
    message: `This isn’t ready to submit: ${first.reason}`,
    problems: open.map(({ title, reason, field, key }) => ({
      message: `${title}: ${reason}`,
      field: field ?? key,
      code: 'not_ready',
    })),
  })
}

async function insert(
  tx: Queryable,
  row: rows.OwnRow,
  looked: DraftInspection,
  acknowledged: boolean,
): Promise<string> {
  const { document, version, content, face, samples, sold } = looked
  if (!document || version === null) throw new AppError('not_runnable')
  const scores = await scoresOf(tx, looked.workflow_id, { version, sold })
  refuseFallen(scores, acknowledged)
  const ids = sampleFileIds(content)
  await keepSampleFiles(tx, row.id, row.seller_id, ids)
  const files = await findFiles(tx, row.seller_id, ids)
  const snapshot = snapshotOf(row.id, content, { face, version, files })
  const hash = contentHash(snapshot)
  await store.removeUnpublished(tx, row.id)
  const made = await store.insertVersion(tx, row.id, { snapshot, hash })
  await storeDataFlow(tx, made.id, dataFlowOf(document))
  await recordSamples(tx, made.id, content, samples)
  await store.showVersion(tx, row.id, made.id)
  const before = sold && { ...StoredPermissions.parse(sold.permissions ?? {}), kept: KEPT }
  return store.insertSubmission(tx, {
    agent: row.id,
    version: made.id,
    number: made.number,
    snapshot: { ...snapshot, content_hash: hash },
    findings: scanForRisks(document, { now: snapshot.permissions, before, samples }),
    samples,
    score: scores.now,
    previous_score: scores.before,
    acknowledged: acknowledged && scores.fell,
    by: row.seller_id,
  })
}

/**
 * Puts the draft before the reviewers. Edits from then on are of the draft alone.
 * @throws not_found, illegal_transition, not_runnable, stale_revision when the workflow changes meanwhile, not_ready with every field that is
 * missing, score_fell
 */
export async function submitAgent(
  db: Database,
  grants: Grants,
  id: AgentId,
  { changelog, acknowledge_score = false }: { changelog?: string | undefined; acknowledge_score?: boolean | undefined },
): Promise<OwnAgentDetail> {
  refuseIllegal('submit', await ownAgent(db, grants.sell, id))
  if (changelog !== undefined) await updateAgent(db, grants.sell, id, { changelog })
  await storedVersion(db, grants, id)
  const seen = await drawn(db, await ownAgent(db, grants.sell, id))
  await db.transaction().execute(async (tx) => {
    await rows.lockAgent(tx, id)
    const row = await ownAgent(tx, grants.sell, id)
    refuseIllegal('submit', row)
    const looked = await inspectDraft(tx, row, seen)
    if (!looked) throw new AppError('not_found')
    refuseUnready(looked.checklist)
    const submission = await insert(tx, row, looked, acknowledge_score)
    if (row.phase !== 'published') await rows.setStatus(tx, id, 'in_review', '')
    await insertAudit(tx, {
      actor_id: grants.sell.on,
      action: 'agent.submit',
      target_id: id,
      reason: null,
      details: { submission },
    })
    await notify(tx, 'admins', {
      kind: 'agent_review',
      title: `${row.name} is waiting for review`,
      message: '',
      href: `/admin/agents?submission=${submission}`,
      group: reviewGroup(id),
    })
  })
  return getOwnAgent(db, grants.sell, id)
}
