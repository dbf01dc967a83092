/** A draft as it is now, with its workflow as it is drawn now: what the steps of publishing show, and what is submitted. */
import type { AgentPermissions } from '#contract/agents/agents.ts'
import type { AgentDraft, ChecklistItem, SampleCheck } from '#contract/agents/publishing.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { findMissingIdentity } from '#server/areas/accounts/accounts.ts'
import { describeSlots, findHostsOfOwnApps } from '#server/areas/connectors/connectors.ts'
import { findProblems, inputSchema, outputSchema } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { accountUsesOf, problemsOfUses } from './account-uses.ts'
import { findAgentsInside } from './agents-inside.ts'
import { buildChecklist } from './checklist.ts'
import { initialContent, readContent } from './draft-content.ts'
import * as store from './drafts.store.ts'
import type { OwnRow } from './own.store.ts'
import { appsOfSeller, buildPassport, resultViewOf } from './passport.ts'
import { findSampleChecks, hashCanonical } from './samples.ts'
import { scoresOf } from './scores.ts'

export interface Drawn {
  workflow_id: WorkflowId
  content: AgentDraft
  /** Null when the workflow is archived, or is no document any more. */
  document: WorkflowDocument | null
  problems: DocumentProblem[]
  /** The stored version of exactly this document; null when it was never run. */
  version: WorkflowVersionId | null
}

/** The draft of an agent; one that was made before there were drafts begins as its newest version. */
export async function readDraft(
  db: Queryable,
  agent: OwnRow,
): Promise<{ workflow_id: WorkflowId; content: AgentDraft } | null> {
  const row = await store.findDraft(db, agent.id)
  if (row) return { workflow_id: row.workflow_id, content: readContent(row.content) }
  const newest = await store.findNewest(db, agent.id)
  return newest && { workflow_id: newest.workflow_id, content: initialContent(agent, newest) }
}

/** @param seen the same as it was read before the transaction that `db` is in: checking takes turns, which holds no connection there */
export async function drawn(db: Queryable, agent: OwnRow, seen: Drawn | null = null): Promise<Drawn | null> {
  const draft = await readDraft(db, agent)
  if (!draft) return null
  const raw = await store.findWorkflowNow(db, agent.seller_id, draft.workflow_id)
  const { document } = raw === null ? { document: null } : parseDocument(raw)
  const version = document && (await store.findVersionWith(db, draft.workflow_id, hashCanonical(document)))
  const problems =
    document === null ? [] : await (seen ? problemsSeen(seen, document) : findProblems(agent.seller_id, document))
  return { ...draft, document, problems, version }
}

/** @throws stale_revision */
function problemsSeen(seen: Drawn, document: WorkflowDocument): DocumentProblem[] {
  if (hashCanonical(seen.document) === hashCanonical(document)) return seen.problems
  throw new AppError('stale_revision', { message: 'The workflow has changed. Try again.' })
}

const ANY: JsonObject = { type: 'object' }

/** Settings of a form that is being drawn may not be a form yet. */
function safely(read: () => JsonObject): JsonObject {
  try {
    return read()
  } catch {
    return ANY
  }
}

export interface DraftPresentation {
  input_schema: JsonObject
  output_schema: JsonObject
  view: string
  permissions: AgentPermissions
}

/** What is read off the workflow. @param models how the models that its steps ask are shown */
export function presentDraft(
  document: WorkflowDocument | null,
  models: Parameters<typeof buildPassport>[1],
  others: Parameters<typeof buildPassport>[2],
): DraftPresentation {
  if (!document)
    return {
      input_schema: ANY,
      output_schema: ANY,
      view: 'json',
      permissions: { reads: [], sends_to: [], models: [], kept: '', accounts: [], agents: [] },
    }
  return {
    input_schema: safely(() => inputSchema(document)),
    output_schema: safely(() => outputSchema(document)),
    view: resultViewOf(document),
    permissions: buildPassport(document, models, others),
  }
}

/** Trims texts and drops empty ones, which the search index refuses as tags. */
export const trimTexts = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '')

/** Each once, and the main one not again. */
const moreCategories = ({ category, more_categories }: AgentDraft): string[] =>
  [...new Set(more_categories)].filter((slug) => slug !== category)

/** The parts of a listing that buyers see, the same for a draft and for a version, so that they can be compared. */
export const toListing = (content: AgentDraft) => {
  const { name, tagline, description, icon, tags, does, does_not, how_it_works, disclaimer, workflow_open } = content
  return {
    details: {
      name: name.trim(),
      tagline: tagline.trim(),
      description,
      category: content.category,
      more_categories: moreCategories(content),
      icon,
      tags: trimTexts(tags),
    },
    listing: {
      does: trimTexts(does),
      does_not: trimTexts(does_not),
      how_it_works,
      disclaimer: disclaimer || null,
      workflow_open,
    },
    samples: content.samples.map(({ title, input }) => ({ title: title.trim(), input })),
    price: { type: content.price_type, paise: content.price_paise },
    trial_runs: content.trial_runs,
  }
}

/** Whether the draft would make another version than the one that is sold. */
export function isChanged(agent: OwnRow, { content, version }: Drawn, sold: store.VersionRow | null): boolean {
  if (!sold || agent.number === null) return true
  if (version === null || version !== sold.workflow_version_id) return true
  const { changelog: _, ...before } = initialContent(agent, sold)
  const { changelog: __, ...now } = content
  return hashCanonical(toListing({ ...before, changelog: '' })) !== hashCanonical(toListing({ ...now, changelog: '' }))
}

export interface DraftInspection extends Drawn {
  face: DraftPresentation
  samples: SampleCheck[]
  checklist: ChecklistItem[]
  changed: boolean
  sold: store.VersionRow | null
}

/**
 * Everything about the draft. Null for an agent without draft and versions, which cannot be.
 * @param seen as for `drawn`
 * @throws stale_revision when the workflow is another one than was seen
 */
export async function inspectDraft(
  db: Queryable,
  agent: OwnRow,
  seen: Drawn | null = null,
): Promise<DraftInspection | null> {
  const now = await drawn(db, agent, seen)
  if (!now) return null
  const [models, hosts, samples, sold, cases, identity] = await Promise.all([
    store.findModelNames(db, agent.seller_id),
    now.document ? findHostsOfOwnApps(db, agent.seller_id, appsOfSeller(now.document)) : new Map(),
    findSampleChecks(db, agent.id, now.version, now.content),
    agent.current_version_id && agent.number !== null ? store.findVersion(db, agent.current_version_id) : null,
    store.countCases(db, now.workflow_id),
    findMissingIdentity(db, agent.seller_id),
  ])
  const changed = isChanged(agent, now, sold)
  const { content: draft, document } = now
  const uses = document ? accountUsesOf(document) : []
  const described = await describeSlots(uses)
  const inside = document ? await findAgentsInside(db, document) : { agents: [], problems: [] }
  const problems = [...now.problems, ...problemsOfUses(uses, described), ...inside.problems]
  const accounts = [...described.values()].filter((account) => account !== null)
  const { now: score, before } = await scoresOf(db, now.workflow_id, { version: now.version, sold })
  const scores = { draft: score, sold: cases === 0 ? null : before }
  const checklist = buildChecklist({
    draft,
    document,
    problems,
    samples,
    sold: agent.number,
    changed,
    cases,
    identity,
    scores,
  })
  return {
    ...now,
    problems,
    face: presentDraft(
      document,
      { names: models, hosts, isOpen: now.content.workflow_open },
      { accounts, agents: inside.agents },
    ),
    samples,
    checklist,
    changed,
    sold,
  }
}
