/** A draft agent out of a workflow: its first version is a snapshot of the workflow as it is now. */
import { createHash } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { AgentId, JsonObject, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { ConvertToAgent } from '#contract/workflows/transfer.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { slugOf } from '#nodes/import/n8n/slug.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import type { MakeGrant } from '#server/areas/agents/agents.ts'
import { readDocument } from '#server/areas/workflows/workflows/document.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { versionOfDraft } from '#server/areas/workflows/workflows/workflows.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import * as store from './convert.store.ts'
import { storedSamples } from './files.ts'
import { findWhole, type WholeRow } from './transfer.store.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const ANY: JsonObject = { $schema: DIALECT, type: 'object' }
const CHAT: JsonObject = { ...ANY, properties: { message: { type: 'string' } }, required: ['message'] }

/** What a run of the workflow takes: the fields of its form, else what its trigger gives on. */
export function inputSchema(document: WorkflowDocument): JsonObject {
  const trigger = document.nodes.find(({ type }) => catalogue.isTrigger(type))
  if (trigger?.type === 'input_form') return inputSchemaOf(trigger.config)
  if (trigger?.type === 'chat_trigger') return CHAT
  const { fields } = trigger?.config ?? {}
  return Array.isArray(fields) && fields.length > 0 ? inputSchemaOf({ fields }) : ANY
}

/** What it ends with: the output of its last node, where there is one. */
export function outputSchema(document: WorkflowDocument): JsonObject {
  const leads = new Set(document.edges.map(({ from }) => from.node))
  const [last, ...others] = document.nodes.filter(({ id, disabled }) => !leads.has(id) && disabled !== true)
  const type = last && others.length === 0 ? catalogue.get(last.type) : undefined
  return type ? describeNode(type).output : ANY
}

export interface MakingParts {
  db: Database
  /** Counts agents that are made. */
  record: RecordEvent
}

/**
 * @returns the draft's id
 * @throws not_found, not_runnable with the reasons, invalid_input (category), already_exists
 */
export async function convertToAgent(
  { db, record }: MakingParts,
  grants: { edit: EditGrant; make: MakeGrant },
  wanted: ConvertToAgent,
): Promise<AgentId> {
  const { edit, make } = grants
  if (!(await store.categoryExists(db, wanted.category))) throw fieldError('category', 'This category doesn’t exist')
  const row = await findWhole(db, edit.on, wanted.workflow_id)
  if (!row) throw new AppError('not_found')
  await refuseSecond(db, make, wanted.workflow_id)
  const version = await versionOfDraft(db, edit, wanted.workflow_id)
  return db.transaction().execute(async (tx) => {
    // Two requests at a time make one agent.
    await lockOwner(tx, make.on)
    await refuseSecond(tx, make, wanted.workflow_id)
    return insertDraftAgent(tx, record, make, { wanted, version, workflow: row })
  })
}

/**
 * A draft agent of a stored version, inside a transaction that holds the lock of its owner.
 * @returns its id
 * @throws invalid_input (name) when too many agents have this name
 */
export async function insertDraftAgent(
  tx: Queryable,
  record: RecordEvent,
  make: MakeGrant,
  {
    wanted,
    version,
    workflow,
  }: {
    wanted: Omit<ConvertToAgent, 'workflow_id'>
    version: WorkflowVersionId
    workflow: Pick<WholeRow, 'document' | 'samples'>
  },
): Promise<AgentId> {
  const document = readDocument(workflow.document)
  const samples = storedSamples(workflow.samples).map((sample) => ({ ...sample, file: null }))
  const content = { input_schema: inputSchema(document), output_schema: outputSchema(document), samples }
  const { name, tagline, description, category, icon, tags } = wanted
  const hash = createHash('sha256')
    .update(canonicalJson({ ...content, version, name, tagline }))
    .digest('hex')
  const draft = {
    seller: make.on,
    name,
    tagline,
    description,
    category,
    icon,
    tags,
    workflow_version: version,
    ...content,
    content_hash: hash,
  }
  const base = slugOf(name, new Set()).replaceAll('_', '-').slice(0, 50)
  const taken = await store.findSlugs(tx, base)
  for (let count = 1; count <= taken.size + 20; count++) {
    const slug = count === 1 ? base : `${base}-${count}`
    const id = taken.has(slug) ? null : await store.insertDraft(tx, { ...draft, slug })
    if (id === null) continue
    await record(tx, make.on, { name: 'agent_create', params: { agent_id: id } })
    return id
  }
  throw fieldError('name', 'Too many agents have this name. Choose another one.')
}

/** @throws already_exists */
async function refuseSecond(db: Queryable, { on }: MakeGrant, id: WorkflowId): Promise<void> {
  const made = await store.findMadeOf(db, on, id)
  if (!made) return
  const message = `“${made.name}” was already created from this workflow`
  throw new AppError('already_exists', {
    message,
    problems: [{ message, field: 'workflow_id', code: 'already_exists' }],
  })
}
