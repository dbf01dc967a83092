/** Apps that people add from API documents: OpenAPI 3, Swagger 2 or Google Discovery, read in a thread and kept as actions. */

import type { Connector, SignIn } from '#connectors/connector.ts'
import { readManifest } from '#connectors/manifest.ts'
import { isWatchable } from '#connectors/triggers/watch.ts'
import { INTEGRATIONS } from '#contract/connectors/integration-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import type { App } from '#server/areas/connectors/catalogue/app.ts'
import { findUsesOfApp } from '#server/areas/connectors/catalogue/uses.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { usedBy } from '#server/platform/used-by.ts'
import type { ImportingApps } from './imported-apps.policy.ts'
import * as store from './imported-apps.store.ts'

/** What was left out of a document, and why. */
export interface LeftOut {
  pointer: string
  message: string
}

export interface ImportParts {
  db: Database
  /** Reads a document in a thread. @throws NodeError with a named reason */
  readDocument: (
    owner: string,
    document: { text: string; address: string | null },
  ) => Promise<{ connector: Connector; left_out: readonly LeftOut[] }>
  http: HttpPort
}

export type Importing = { name?: string | undefined } & ({ url: string } | { document: string })

const IMPORTS_AN_HOUR = 60
const WAIT_MS = 20_000
const ID = /^api-([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

/** The id of the row, from its id as an app; null for one of another source. */
export const importedIdOf = (app: string): string | null => ID.exec(app)?.[1] ?? null
export const appIdOf = (row: string): string => `api-${row}`

const refused = (message: string, code: string, field: string): AppError =>
  new AppError('import_refused', { message, problems: [{ message, field, code }] })

/** @throws import_refused */
async function fetchDocument(http: HttpPort, url: string): Promise<string> {
  const headers = { accept: 'application/json, application/yaml;q=0.9, text/plain;q=0.8' }
  const request = { method: 'GET', url, headers, body: null, timeout_ms: WAIT_MS } as const
  const { status, body } = await http(request, AbortSignal.timeout(WAIT_MS)).catch((error: unknown): HttpResponse => {
    if (error instanceof NodeError) throw refused(error.message, error.code, 'url')
    throw error
  })
  if (status < 200 || status > 299) throw refused(`The address responded with ${status}.`, 'address_failed', 'url')
  return body
}

/** A document never uses what the operator registered for apps of the catalogue. */
function withoutApplication(way: SignIn): SignIn {
  if (way.type === 'fields') return way
  const { application: _, ...rest } = way
  return rest
}

/**
 * Adds an app that its owner alone sees.
 * @throws import_refused with the reason, limit_reached at 50, too_many_requests, unavailable
 * @returns its id as an app, and what was left out
 */
export async function importApp(
  { db, readDocument, http }: ImportParts,
  { on: owner }: ImportingApps,
  from: Importing,
): Promise<{ id: string; left_out: readonly LeftOut[] }> {
  await enforceRateLimit(db, [rateLimitFor('app-import', { key: owner, shared: false }, IMPORTS_AN_HOUR)])
  const [text, address, field] =
    'url' in from ? [await fetchDocument(http, from.url), from.url, 'url'] : [from.document, null, 'document']
  const { connector, left_out } = await readDocument(owner, { text, address }).catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    if (error.retryable) throw new AppError('unavailable', { message: error.message, cause: error })
    throw refused(error.message, error.code, field)
  })
  const { actions, ...read } = connector
  if (actions.length === 0) throw refused('None of its operations can be used.', 'operations_missing', field)
  const row = uuidv7()
  const name = from.name ?? read.name
  const head = { ...read, id: appIdOf(row), name, logo: null, sign_in: read.sign_in.map(withoutApplication) }
  const app = {
    id: row,
    owner_id: owner,
    name,
    source_url: address,
    head,
    manifest: readManifest({ ...head, actions }),
  }
  const made = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner)
    return store.insertImportedApp(tx, app, actions, INTEGRATIONS.per_user)
  })
  if (!made) throw new AppError('limit_reached', { message: `You can add up to ${INTEGRATIONS.per_user} apps.` })
  return { id: head.id, left_out }
}

/** @throws not_found (also for a foreign one), integration_in_use naming the workflows unless `even_if_used` */
export async function deleteImportedApp(
  db: Database,
  { on: owner }: ImportingApps,
  id: string,
  even_if_used: boolean,
): Promise<{ id: string }> {
  const row = importedIdOf(id)
  if (row === null) throw new AppError('not_found')
  const uses = even_if_used ? [] : await findUsesOfApp(db, owner, 'api', row)
  if (uses.length > 0) throw new AppError('integration_in_use', { message: usedBy(uses) })
  if (!(await store.deleteImportedApp(db, owner, row))) throw new AppError('not_found')
  return { id }
}

/** One of this person's as an app; null for a foreign one. */
export async function findImported(db: Queryable, owner: UserId, id: string): Promise<App | null> {
  const row = importedIdOf(id)
  const found = row === null ? null : await store.findImportedApp(db, owner, row)
  if (!found) return null
  return {
    head: found.head,
    manifest: found.manifest,
    count: found.actions,
    actions: () => store.findImportedActions(db, found.id),
    watchable: async () => (await store.findImportedReads(db, found.id)).filter(isWatchable).map(({ id: one }) => one),
    action: (action) => store.findImportedAction(db, found.id, action),
  }
}
