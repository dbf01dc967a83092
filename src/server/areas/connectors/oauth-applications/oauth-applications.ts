/**
 * What the operator registered this installation as at services: one client ID and secret for all apps of a service, so that people
 * connect with two clicks. The secret goes in and never comes out.
 */
import type { OAuthApplication as Shown } from '#contract/connectors/oauth-applications.ts'
import { AppError } from '#contract/core/errors.ts'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { OAuthApplication } from '#server/gateways/vault/oauth.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidOf, uuidv7 } from '#server/platform/database/uuid.ts'
import type { ChangingOAuthApplications } from './oauth-applications.policy.ts'
import * as store from './oauth-applications.store.ts'

/** What the ciphertext belongs to. */
const belongsToApplication = (id: string) => ({ id, owner_id: 'installation', type: 'oauth_application' })

/** @throws Unreadable when the key of this installation has changed */
export async function openApplication(
  db: Queryable,
  ring: KeyRing,
  name: string,
): Promise<(OAuthApplication & { signing_secret: string }) | null> {
  const row = await store.findApplication(db, name)
  if (!row) return null
  const { client_secret = '', signing_secret = '' } = unseal(ring, row, belongsToApplication(row.id))
  return { client_id: row.client_id, client_secret, signing_secret }
}

/**
 * All that apps of the catalogue know, registered or not.
 * @param known the apps by the name of their application
 * @param events where services deliver, by the same name
 */
export async function listApplications(
  db: Queryable,
  known: ReadonlyMap<string, readonly string[]>,
  events: ReadonlyMap<string, string>,
): Promise<Shown[]> {
  const rows = new Map((await store.findApplications(db)).map((row) => [row.name, row]))
  return [...new Set([...known.keys(), ...rows.keys()])].sort().map((name) => {
    const row = rows.get(name)
    return {
      name,
      client_id: row?.client_id ?? null,
      integrations: [...(known.get(name) ?? [])],
      events_url: events.get(name) ?? null,
      signs: row?.signs ?? false,
      changed_at: row?.changed_at.toISOString() ?? null,
    }
  })
}

export interface ApplicationBody {
  name: string
  client_id: string
  client_secret: string
  /** What was entered before stays where this is absent. */
  signing_secret?: string | undefined
}

/** Accounts that are connected keep the client they were connected with only as long as it is registered. */
export async function saveApplication(
  db: Database,
  ring: KeyRing,
  { on: admin, action }: ChangingOAuthApplications,
  { name, client_id, ...secrets }: ApplicationBody,
): Promise<void> {
  const id = uuidv7()
  await db.transaction().execute(async (tx) => {
    const before = await store.findApplication(tx, name)
    const { client_secret } = secrets
    const kept = before === null ? {} : unseal(ring, before, belongsToApplication(before.id))
    const signing_secret = secrets.signing_secret ?? kept.signing_secret ?? ''
    const sealed = seal(ring, { client_secret, signing_secret }, belongsToApplication(id))
    const signs = signing_secret !== ''
    await store.saveApplication(tx, { id, name, client_id, signs, changed_by: admin.id, ...sealed })
    const details = { client_id: { from: before?.client_id ?? null, to: client_id }, application: name }
    await insertAudit(tx, {
      actor_id: admin.id,
      action,
      target_id: uuidOf(['oauth application', name]),
      reason: null,
      details,
    })
  })
}

/** @throws not_found */
export async function deleteApplication(
  db: Database,
  { on: admin, action }: ChangingOAuthApplications,
  name: string,
): Promise<{ name: string }> {
  await db.transaction().execute(async (tx) => {
    const before = await store.findApplication(tx, name)
    if (!before || !(await store.deleteApplication(tx, name))) throw new AppError('not_found')
    const details = { client_id: { from: before.client_id, to: null }, application: name }
    await insertAudit(tx, {
      actor_id: admin.id,
      action,
      target_id: uuidOf(['oauth application', name]),
      reason: null,
      details,
    })
  })
  return { name }
}
