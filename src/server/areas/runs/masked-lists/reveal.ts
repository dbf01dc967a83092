/** Showing what a list masks: what is written down before anything is shown. */
import { randomUUID } from 'node:crypto'
import { fieldError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { RevealQuery } from '#contract/runs/oversight/masks.ts'
import { personIn, type RunRecords, wayOf } from '#server/areas/runs/record-keeping/keep.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Shown } from './mask-answer.ts'
import type { Reveal } from './masked-lists.policy.ts'

/** Ids in one entry of the audit log. */
const MOST_IDS = 200

/** One row is asked for by its id, and needs no reason. @throws invalid_input */
export function checkReason({ reveal, reason }: RevealQuery): void {
  if (reveal === 'true' && reason === undefined) throw fieldError('reason', 'Say why you need to see personal data.')
}

interface Revealed {
  list: string
  reason: string | null
  /** Ids of what is shown. */
  ids: readonly string[]
}

/** Who saw it, in the audit log. */
export function noteRevealed(tx: Queryable, { by, on }: Reveal, { list, reason, ids }: Revealed): Promise<void> {
  return insertAudit(tx, {
    actor_id: personIn(by) ?? on,
    action: 'personal_data.reveal',
    target_id: on,
    reason,
    details: { account: on, list, way: wayOf(by), count: ids.length, ids: ids.slice(0, MOST_IDS) },
  })
}

/** In the audit log once, and in the record of each run. In the order of their ids, so that two of them never wait for each other. */
export async function noteReveal(
  db: Database,
  records: RunRecords,
  grant: Reveal,
  { list, reason, shown }: { list: string; reason: string | null; shown: Shown },
): Promise<void> {
  if (shown.rows.length === 0) return
  const [by, way] = [personIn(grant.by), wayOf(grant.by)]
  await db.transaction().execute(async (tx) => {
    for (const run of shown.runs)
      await records.noteIn(tx, run as ExecutionId, {
        ...{ kind: 'unmasked', source: `unmasked:${randomUUID()}`, by },
        facts: { list, reason, way },
      })
    await noteRevealed(tx, grant, { list, reason, ids: shown.rows })
  })
}
