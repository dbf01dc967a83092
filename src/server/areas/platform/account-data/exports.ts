/**
 * Data exports, made in the background: requested, built by any free process, kept for a day, and downloaded
 * only by their owner.
 */

import type { Readable } from 'node:stream'
import type { DataExport } from '#contract/accounts/account-data.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { removeLeftovers } from '#server/platform/files/leftovers.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { type WithOutputs, writeArchive } from './archive.ts'
import * as store from './exports.store.ts'

type Own = Grant<'user.own', UserId>

export interface ExportDeps {
  db: Database
  objects: Pick<ObjectStore, 'write' | 'open' | 'remove'>
  withOutputs: WithOutputs
  log: WarningLog
}

export interface Exports {
  latest(grant: Own): Promise<DataExport | null>
  /** @throws illegal_transition while one is being made */
  request(grant: Own): Promise<DataExport>
  /** @throws not_found when there is none to download, or its day has passed */
  open(grant: Own): Promise<{ name: string; bytes: number; body: Readable }>
  /** Prepares what waits, also what another process left behind. */
  prepareWaiting(stopped: AbortSignal): Promise<void>
  /** Removes from the storage what was left over by transactions. */
  tidy(): Promise<void>
  stop(): Promise<void>
}

const LEASE_S = 60
/** The key of an export. */
export const pathOf = (id: string): string => `exports/${id}.zip`

const present = (row: store.ExportRow): DataExport => ({
  id: row.id,
  status: row.status,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  bytes: row.bytes,
})

async function make(deps: ExportDeps, { id, owner_id }: store.ExportRow, signal: AbortSignal): Promise<number> {
  const { db, objects, withOutputs } = deps
  const person = await store.findPerson(db, owner_id)
  if (!person) throw new Error('The owner of the data export no longer exists')
  const lease = setInterval(() => void store.extendLease(db, id, LEASE_S).catch(() => {}), (LEASE_S * 1000) / 3)
  let bytes = 0
  try {
    await writeArchive(db, person, withOutputs, async (chunks) => {
      bytes = await objects.write(pathOf(id), chunks, signal)
    })
    return bytes
  } finally {
    clearInterval(lease)
  }
}

async function tidy(deps: ExportDeps): Promise<void> {
  await store.expireExports(deps.db, pathOf)
  await removeLeftovers(deps)
}

/**
 * Builds waiting exports one after the other until none is left. Work interrupted by a stop is repeated by another
 * process.
 */
async function workOff(deps: ExportDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const row = signal.aborted ? null : await store.takeExport(deps.db, LEASE_S)
    if (!row) return
    const bytes = await make(deps, row, signal).catch((err: unknown) => {
      if (!signal.aborted) deps.log.warn({ err, export: row.id }, 'a copy of personal data could not be made')
      return null
    })
    if (bytes === null && signal.aborted) return
    // Its owner has gone meanwhile, and so must the copy.
    if (!(await store.finishExport(deps.db, row.id, bytes))) await deps.objects.remove(pathOf(row.id))
  }
}

export function createExports(deps: ExportDeps): Exports {
  const { db, objects } = deps
  const stopping = new AbortController()
  let working: Promise<void> = Promise.resolve()
  const work = (stopped: AbortSignal): Promise<void> => {
    const turn = working.then(async () => {
      const signal = AbortSignal.any([stopping.signal, stopped])
      if (signal.aborted) return
      await tidy(deps)
      await workOff(deps, signal)
    })
    working = turn.catch(() => undefined)
    return turn
  }
  return {
    latest: async (grant) => {
      const row = await store.findLatest(db, grant.on)
      return row && present(row)
    },
    async request(grant) {
      const row = await db.transaction().execute(async (tx) => {
        await lockOwner(tx, grant.on)
        return store.insertExport(tx, grant.on, pathOf)
      })
      if (!row)
        throw new AppError('illegal_transition', { message: 'An export of your data is already being prepared.' })
      // The job tries it again.
      void work(stopping.signal).catch((err: unknown) =>
        deps.log.warn({ err }, 'data exports cannot be made at present'),
      )
      return present(row)
    },
    async open(grant) {
      const row = await store.findLatest(db, grant.on)
      if (row?.status !== 'ready' || row.bytes === null) throw new AppError('not_found')
      const body = await objects.open(pathOf(row.id))
      if (!body) throw new AppError('not_found')
      const name = `my-data-${row.created_at.toISOString().slice(0, 10)}.zip`
      return { name, bytes: row.bytes, body }
    },
    prepareWaiting: work,
    tidy: () => tidy(deps),
    async stop() {
      stopping.abort()
      await working
    },
  }
}
