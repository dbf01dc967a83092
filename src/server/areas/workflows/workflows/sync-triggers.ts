/** A trigger in a document has a row: an address for a webhook, a due time for a schedule. Addresses never change. */
import { randomBytes } from 'node:crypto'
import type { JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './sync-triggers.store.ts'

const TRIGGER_NODES: Record<string, TriggerType> = {
  webhook_trigger: 'webhook',
  schedule_trigger: 'schedule',
  form_trigger: 'form',
  chat_trigger: 'chat',
  email_trigger: 'email',
  error_trigger: 'error',
  app_trigger: 'app',
  table_trigger: 'table',
}

const triggerNode = (document: WorkflowDocument): WorkflowNode | undefined =>
  document.nodes.find(({ type, disabled }) => type in TRIGGER_NODES && disabled !== true)

/** Null for a workflow that is started by hand. */
export const triggerTypeOf = (document: WorkflowDocument): TriggerType | null =>
  TRIGGER_NODES[triggerNode(document)?.type ?? ''] ?? null

/** Unguessable. The address of a mailbox has no upper case. */
const token = (type: TriggerType): string =>
  type === 'email' ? randomBytes(16).toString('hex') : randomBytes(24).toString('base64url')

/** The settings as the present version of the node takes them. */
const presentConfig = (node: WorkflowNode): JsonObject => {
  const type = catalogue.get(node.type)
  return type?.migrate && node.version < type.version ? type.migrate(node.config, node.version) : node.config
}

function rowOf(workflow: WorkflowId, document: WorkflowDocument): store.NewTrigger | null {
  const node = triggerNode(document)
  const type = triggerTypeOf(document)
  if (!node || type === null) return null
  return { workflow, type, token: token(type), test_token: token(type), config: JSON.stringify(presentConfig(node)) }
}

/** Whose work a draft is: its owner's, or that of others, who are members or made a file that was imported. */
export type DrawnBy = 'owner' | 'others'

/**
 * After an edit. What runs follows the draft only while nothing was ever published, and only edits of the owner, in whose name it
 * runs: a trigger that others drew waits until the owner edits or publishes the workflow.
 */
export const syncDraftTrigger = (
  db: Queryable,
  workflow: WorkflowId,
  document: WorkflowDocument,
  by: DrawnBy,
): Promise<void> => store.setDraftTrigger(db, workflow, rowOf(workflow, document), by)

/** After a publication; null when it was taken back. */
export const syncLiveTrigger = (
  db: Queryable,
  workflow: WorkflowId,
  published: WorkflowDocument | null,
): Promise<void> => store.setLiveTrigger(db, workflow, published && rowOf(workflow, published))
