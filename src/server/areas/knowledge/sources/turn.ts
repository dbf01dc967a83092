/** One turn of syncing a source: what it works with. */
import type { DocumentDeps } from '#server/areas/knowledge/documents/documents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { AskParts } from './ask-source.ts'
import type { AskSource, SourceKind } from './kinds/source-kind.ts'
import * as store from './syncing.store.ts'

export interface SyncParts extends DocumentDeps, AskParts {
  log: WarningLog
}

export interface Turn {
  parts: SyncParts
  source: store.ClaimedSource
  kind: SourceKind
  ask: AskSource
  signal: AbortSignal
}

/** The source was paused or removed, or another process has it. */
export class Superseded extends Error {}

/** Runs under the lock of the source. @throws Superseded */
export const inTurn = <T>({ parts, source }: Turn, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  parts.db.transaction().execute(async (tx) => {
    if (!(await store.lockTurn(tx, source))) throw new Superseded()
    return work(tx)
  })
