/** Reading on in the log of edits with edits of one's own still to be sent. Pure. */

import type { LoggedEdit } from '#contract/workflows/workflow-edits.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { t } from '#web/lib/language.ts'
import type { Conflict } from './conflicts.ts'
import { type Edit, rebase } from './rebase.ts'
import { type Names, noNames, renamesOf } from './rebase-names.ts'

/** What the server has, and what it does not have yet. */
export interface SyncedState {
  confirmed: WorkflowDocument
  revision: number
  pending: readonly Edit[]
}

/** A run of edits of others. */
export interface RemoteChange {
  /** With one's own edits. */
  document: WorkflowDocument
  names: Names
  who: string
  edits: readonly LoggedEdit[]
  conflicts: readonly Conflict[]
}

export const operationOf = (edit: { operation: unknown }): Operation => edit.operation as Operation

const whoOf = (edits: readonly LoggedEdit[]): string => [...new Set(edits.map(({ author }) => author.name))].join(', ')

/**
 * Takes edits of the log in, in their order; those already known are passed over.
 * @returns null where the log has a gap, or does not fit: the whole document must be fetched
 */
export function follow(
  standing: SyncedState,
  log: readonly LoggedEdit[],
): { standing: SyncedState; news: RemoteChange[] } | null {
  let { confirmed, revision, pending } = standing
  const news: RemoteChange[] = []
  let others: LoggedEdit[] = []
  const settle = () => {
    if (others.length === 0) return
    const operations = others.map(operationOf)
    const theirs = operations.reduce((document, operation) => applyOperation(document, operation).document, confirmed)
    const rebased = rebase(confirmed, theirs, pending, renamesOf(operations))
    const { document, names, conflicts } = rebased
    news.push({ document, names, who: whoOf(others), edits: others, conflicts })
    confirmed = theirs
    pending = rebased.edits
    others = []
  }
  try {
    for (const edit of log) {
      if (edit.revision <= revision) continue
      if (edit.revision !== revision + 1) return null
      revision = edit.revision
      if (edit.edit_id !== null && pending[0]?.edit_id === edit.edit_id) {
        settle()
        confirmed = applyOperation(confirmed, operationOf(edit)).document
        pending = pending.slice(1)
      } else others.push(edit)
    }
    settle()
  } catch {
    return null
  }
  return { standing: { confirmed, revision, pending }, news }
}

/** Another document in place of the log: what came between is not known step by step. */
export function jump(
  standing: SyncedState,
  document: WorkflowDocument,
  revision: number,
): SyncedState & { news: RemoteChange } {
  const rebased = rebase(standing.confirmed, document, standing.pending)
  const news = {
    document: rebased.document,
    names: noNames(),
    who: t('Someone else'),
    edits: [],
    conflicts: rebased.conflicts,
  }
  return { confirmed: document, revision, pending: rebased.edits, news }
}

/** The document as it was before these edits, the newest last. @returns null where they do not fit */
export function before(document: WorkflowDocument, log: readonly LoggedEdit[]): WorkflowDocument | null {
  try {
    return log
      .toReversed()
      .reduce((after, { inverse }) => applyOperation(after, inverse as unknown as Operation).document, document)
  } catch {
    return null
  }
}
