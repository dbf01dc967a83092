/** The verbs of a seller's own agents: make, change, list, delete. What they change is the draft alone. */

import type { AgentPhase } from '#contract/agents/agent-states.ts'
import { agentAbility } from '#contract/agents/agent-states.ts'
import type { OwnAgent, OwnAgentDetail, UpdateAgent } from '#contract/agents/publishing.ts'
import { refusedAbility } from '#contract/core/ability-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { AgentId, WorkflowId } from '#contract/core/primitives.ts'
import { type MakeGrant, presentNotice, presentPrice } from '#server/areas/agents/agents.ts'
import {
  categoryExists,
  convertToAgent,
  type EditGrant,
  findWhole,
  type MakingParts,
} from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { applyChange } from './draft-content.ts'
import * as store from './drafts.store.ts'
import { inspectDraft, readDraft, toListing, trimTexts } from './inspect-draft.ts'
import * as rows from './own.store.ts'
import { presentSubmission, presentVersion } from './present.ts'
import { findPriceChanges } from './price-changes.store.ts'
import { refuseIllegal, type SellGrant } from './publishing.policy.ts'
import { sampleFileIds } from './samples.ts'
import { findSubmissions } from './submissions.store.ts'

const KEEPS = 'This agent was published. Archive it instead; existing users can keep using it.'

function abilitiesOf({ phase, ever_published }: rows.OwnRow): OwnAgent['abilities'] {
  const may = (action: Parameters<typeof agentAbility>[0]) => agentAbility(action, phase)
  return {
    edit: may('edit'),
    submit: may('submit'),
    announce: may('announce'),
    withdraw: may('withdraw'),
    deprecate: may('deprecate'),
    revive: may('revive'),
    archive: may('archive'),
    restore: may('restore'),
    delete: ever_published ? refusedAbility(KEEPS) : may('delete'),
  }
}

export const presentOwn = (row: rows.OwnRow): OwnAgent => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  tagline: row.tagline,
  icon: row.icon,
  phase: row.phase,
  status_note: row.status_note,
  standing: presentNotice(row),
  price: presentPrice(row.price_type, row.price_paise),
  number: row.number,
  stats: {
    runs: row.runs ?? 0,
    success_rate: row.runs ? (row.succeeded ?? 0) / row.runs : null,
    median_ms: row.median_ms,
    users_30d: row.users_30d ?? 0,
    measured_at: row.measured_at?.toISOString() ?? null,
  },
  services: row.services,
  workflow: row.workflow_id === null ? null : { id: row.workflow_id, name: row.workflow_name ?? '' },
  submission: row.submission && presentSubmission(row.submission),
  updated_at: row.updated_at.toISOString(),
  abilities: abilitiesOf(row),
})

/** Those that changed last first. */
export async function listOwnAgents(
  db: Queryable,
  grant: SellGrant,
  query: { phase?: AgentPhase | undefined; limit: number; offset: number },
) {
  const { rows: found, total } = await rows.findOwnPage(db, grant.on, query)
  return { items: found.map(presentOwn), total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, also for a foreign one */
export async function ownAgent(db: Queryable, grant: SellGrant, id: AgentId): Promise<rows.OwnRow> {
  const row = await rows.findOwn(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws not_found, also for a foreign one */
export async function getOwnAgent(db: Queryable, grant: SellGrant, id: AgentId): Promise<OwnAgentDetail> {
  const row = await ownAgent(db, grant, id)
  const looked = await inspectDraft(db, row)
  if (!looked) throw new AppError('not_found')
  const [submissions, versions, price_changes, files] = await Promise.all([
    findSubmissions(db, id),
    store.findVersions(db, id),
    findPriceChanges(db, id),
    store.findFiles(db, grant.on, sampleFileIds(looked.content)),
  ])
  return {
    ...presentOwn(row),
    draft: looked.content,
    ...looked.face,
    samples: looked.samples,
    files,
    checklist: looked.checklist,
    submissions: submissions.map(presentSubmission),
    versions: versions.map(presentVersion),
    price_changes,
    changed: looked.changed,
  }
}

/**
 * The category is the seller's to choose; until then the row needs one.
 * @throws invalid_input with the field
 */
async function refuseUnknown(db: Queryable, { category, more_categories = [] }: UpdateAgent): Promise<void> {
  if (category && !(await categoryExists(db, category))) throw fieldError('category', 'This category doesn’t exist')
  for (const [i, slug] of more_categories.entries())
    if (!(await categoryExists(db, slug))) throw fieldError(`more_categories.${i}`, 'This category doesn’t exist')
}

const ANYWHERE = 'productivity'

/**
 * A draft of a workflow; its name is the workflow's where none is given.
 * @throws not_found, not_runnable with the reasons, already_exists, limit_reached, invalid_input
 */
export async function createAgent(
  parts: MakingParts,
  grants: { edit: EditGrant; make: MakeGrant; sell: SellGrant },
  { workflow_id, ...change }: UpdateAgent & { workflow_id: WorkflowId },
): Promise<OwnAgentDetail> {
  const { db } = parts
  const workflow = await findWhole(db, grants.edit.on, workflow_id)
  if (!workflow) throw new AppError('not_found')
  await refuseUnknown(db, change)
  const name = change.name?.trim() || workflow.name
  const id = await convertToAgent(parts, grants, {
    workflow_id,
    name,
    tagline: change.tagline ?? '',
    description: change.description ?? workflow.description,
    category: change.category ?? ANYWHERE,
    icon: change.icon ?? 'bot',
    tags: trimTexts(change.tags ?? []),
  })
  return updateAgent(db, grants.sell, id, { category: null, ...change, name })
}

/**
 * Changes the draft. One that was never public is shown as it is changed; of another only the next version holds it.
 * @throws not_found, illegal_transition, invalid_input with the field
 */
export async function updateAgent(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  change: UpdateAgent,
): Promise<OwnAgentDetail> {
  await refuseUnknown(db, change)
  await db.transaction().execute(async (tx) => changeDraft(tx, grant, id, change))
  return getOwnAgent(db, grant, id)
}

/** The same inside a transaction, for categories that are known to exist. @throws not_found, illegal_transition, invalid_input */
export async function changeDraft(tx: Queryable, grant: SellGrant, id: AgentId, change: UpdateAgent): Promise<void> {
  await rows.lockAgent(tx, id)
  const row = await ownAgent(tx, grant, id)
  refuseIllegal('edit', row)
  const draft = await readDraft(tx, row)
  if (!draft) throw new AppError('not_found')
  const content = applyChange(draft.content, change)
  await store.storeDraft(tx, id, { workflow_id: draft.workflow_id, content })
  if (row.phase === 'rejected') await rows.setStatus(tx, id, 'draft', '')
  if (row.ever_published || row.phase === 'in_review') return
  const { details, price, trial_runs } = toListing(content)
  const shown = {
    ...details,
    name: details.name || row.name,
    price_type: price.type,
    price_paise: price.paise,
    trial_runs,
  }
  await store.storeDraftListing(tx, id, shown)
}

/** @throws not_found, illegal_transition for one that was published */
export async function deleteAgent(db: Database, grant: SellGrant, id: AgentId): Promise<{ id: AgentId }> {
  await db.transaction().execute(async (tx) => {
    await rows.lockAgent(tx, id)
    const row = await ownAgent(tx, grant, id)
    if (row.ever_published) throw new AppError('illegal_transition', { message: KEEPS })
    refuseIllegal('delete', row)
    await rows.deleteAgent(tx, id)
  })
  return { id }
}
