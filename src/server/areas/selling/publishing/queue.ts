/** What reviewers read: the queue, and one version with everything that machines and the difference tell of it. */
import { z } from 'zod'
import {
  Finding,
  type SubmissionCard,
  type SubmissionDetail,
  type VersionDifference,
} from '#contract/agents/agent-review.ts'
import { agentAbility, phaseOf } from '#contract/agents/agent-states.ts'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { SampleCheck } from '#contract/agents/publishing.ts'
import { type Ability, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { presentListing } from '#server/areas/agents/agents.ts'
import { readSkills } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listOrEmpty } from '#shared/json.ts'
import { compareSteps, compareVersions, type Side } from './difference.ts'
import * as drafts from './drafts.store.ts'
import type { ReviewGrant } from './publishing.policy.ts'
import { findOutputs } from './samples.store.ts'
import { Snapshot } from './snapshot.ts'
import { sideOf } from './stored.ts'
import * as store from './submissions.store.ts'

const Findings = z.array(Finding).catch([])
const Samples = z.array(SampleCheck).catch([])

function decideAbility({ on }: ReviewGrant, row: store.QueueRow): Ability {
  if (row.seller_id === on) return refusedAbility('You can’t review your own agent.')
  if (row.status !== 'in_review') return refusedAbility('This version is no longer in review.')
  return agentAbility('approve', phaseOf(row.agent_status, row.is_open))
}

function presentCard(grant: ReviewGrant, row: store.QueueRow): SubmissionCard {
  const { details, price } = Snapshot.parse(row.snapshot)
  const found = Findings.parse(row.findings)
  const count = (severity: Finding['severity']) => found.filter((one) => one.severity === severity).length
  return {
    id: row.id,
    status: row.status,
    agent: {
      id: row.agent_id,
      slug: row.slug,
      name: details.name,
      icon: details.icon,
      phase: phaseOf(row.agent_status, row.is_open),
    },
    number: row.number,
    seller: { id: row.seller_id, display_name: row.seller_name },
    price: { ...price, currency: 'INR' },
    findings: { high: count('high'), medium: count('medium'), low: count('low') },
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    abilities: { decide: decideAbility(grant, row) },
  }
}

export async function listSubmissions(
  db: Queryable,
  grant: ReviewGrant,
  query: { status: store.QueueRow['status']; limit: number; offset: number },
) {
  const { rows, total } = await store.findQueue(db, query)
  return { items: rows.map((row) => presentCard(grant, row)), total, limit: query.limit, offset: query.offset }
}

/** What was submitted, as one side of a difference; its own figures are those of its version, where it still is. */
async function submittedSide(db: Queryable, row: store.QueueRow, s: Snapshot): Promise<Side> {
  const version = row.version_id === null ? null : await drafts.findVersion(db, row.version_id)
  if (version) return { ...sideOf(version), score: row.score }
  const { document } = parseDocument(await store.findDocumentOf(db, s.workflow_version_id))
  const { input_schema, output_schema, permissions, trial_runs, changelog } = s
  const price = { ...s.price, currency: 'INR' as const }
  const figures = { runs: 0, succeeded: 0, median_ms: null, score: row.score }
  return {
    number: row.number,
    changelog,
    price,
    trial_runs,
    input_schema,
    output_schema,
    permissions,
    document,
    texts: {},
    ...figures,
  }
}

/** Revisions of skills that its steps name. */
const skillIdsOf = (document: Side['document']): string[] => [
  ...new Set(
    (document?.nodes ?? []).flatMap(({ config }) =>
      listOrEmpty(config.skills).filter((id): id is string => typeof id === 'string'),
    ),
  ),
]

/** @throws not_found */
export async function getSubmission(db: Queryable, grant: ReviewGrant, id: string): Promise<SubmissionDetail> {
  const row = await store.findSubmission(db, id)
  if (!row) throw new AppError('not_found')
  const snapshot = Snapshot.parse(row.snapshot)
  const checks = Samples.parse(row.sample_results)
  const [after, beforeId, outputs] = await Promise.all([
    submittedSide(db, row, snapshot),
    store.findBefore(db, row.agent_id, row.number),
    findOutputs(
      db,
      checks.flatMap(({ execution_id }) => execution_id ?? []),
    ),
  ])
  const beforeRow = beforeId && (await drafts.findVersion(db, beforeId))
  const before = beforeRow ? sideOf(beforeRow) : null
  const { came, changed } = compareSteps(before?.document ?? null, after.document)
  const content_hash = z.object({ content_hash: z.string() }).parse(row.snapshot).content_hash
  return {
    ...presentCard(grant, row),
    details: snapshot.details,
    listing: snapshot.listing,
    changelog: snapshot.changelog,
    trial_runs: snapshot.trial_runs,
    input_schema: snapshot.input_schema,
    permissions: snapshot.permissions,
    samples: snapshot.samples.map(({ title, input }, index) => {
      const check = checks[index]
      const execution_id = check?.execution_id ?? null
      return {
        title,
        input,
        output: (execution_id && outputs.get(execution_id)) ?? (null as Json),
        execution_id,
        ms: check?.ms ?? null,
      }
    }),
    machine: Findings.parse(row.findings),
    difference: compareVersions(before, after),
    settings: [
      ...came.map((node) => ({ title: node.title, type: node.type, before: null, after: node.config })),
      ...changed.map(({ old, node }) => ({
        title: node.title,
        type: node.type,
        before: old.config,
        after: node.config,
      })),
    ],
    skills: await readSkills(db, row.seller_id, skillIdsOf(after.document)),
    score: row.score,
    previous_score: row.previous_score,
    score_acknowledged: row.score_acknowledged,
    reason: row.reason,
    decided_by: row.decided_by === null ? null : { id: row.decided_by, display_name: row.decided_by_name ?? '' },
    content_hash,
  }
}

/**
 * Between two public versions of an agent that the caller may see. Of a closed workflow it tells the titles of its steps alone.
 * @throws not_found when one of them is not there
 */
export async function getDifference(
  db: Queryable,
  caller: Caller,
  { id, seller, version }: Pick<AgentDetail, 'id' | 'seller' | 'version'>,
  { from, to }: { from: number; to: number },
): Promise<VersionDifference> {
  const [before, after] = await Promise.all([from, to].map((number) => drafts.findPublic(db, id, number)))
  if (!before || !after) throw new AppError('not_found')
  const difference = compareVersions(sideOf(before), sideOf(after))
  const isOpen = [before, after].every(({ listing }) => presentListing(listing).workflow_open)
  if (mayLookInside(caller, seller.id) || (isOpen && version?.listing.workflow_open === true)) return difference
  const steps = difference.steps.map((step) => ({ ...step, type_title: '' }))
  return { ...difference, steps, connections_changed: false }
}

const mayLookInside = (caller: Caller, seller: UserId): boolean =>
  caller.type === 'user' && (caller.id === seller || caller.permissions.has('admin.agents.manage'))
