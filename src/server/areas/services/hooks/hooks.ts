/** The webhook of a service: switched on and off by its owner, its secret shown once. */
import { randomBytes } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { ServiceId } from '#contract/core/primitives.ts'
import type { ServiceHook } from '#contract/services/service-hooks.ts'
import { checkAgreed, findTerms } from '#server/areas/billing/billing.ts'
import { findServiceTarget } from '#server/areas/runs/runs.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import { askForSecret, renewSigningSecret, secretMadeAt } from '#server/areas/services/signing/signing.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import * as store from './hooks.store.ts'

type Use = UseServices

export interface HookDeps {
  db: Database
  ring: KeyRing
  /** Where browsers reach us; empty for addresses that are paths. */
  publicUrl: string
}

const secretOf = ({ on }: Use, service_id: ServiceId) => ({ owner_id: on, service_id })

async function present(
  { db, publicUrl }: Pick<HookDeps, 'publicUrl'> & { db: Queryable },
  grant: Use,
  id: ServiceId,
  secret: string | null,
): Promise<ServiceHook> {
  const row = await store.findOwnHook(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  const made = await secretMadeAt(db, secretOf(grant, id))
  return {
    enabled: row.enabled,
    url: row.token === null ? null : `${publicUrl}/hooks/services/${row.token}`,
    secret,
    secret_created_at: made?.toISOString() ?? null,
    last_at: row.last_at?.toISOString() ?? null,
  }
}

/** @throws not_found */
export const getServiceHook = (deps: HookDeps, grant: Use, id: ServiceId): Promise<ServiceHook> =>
  present(deps, grant, id, null)

/** The first time, its address and its secret are made. @throws not_found, agreement_needed */
export async function saveServiceHook(
  deps: HookDeps,
  grant: Use,
  id: ServiceId,
  enabled: boolean,
): Promise<ServiceHook> {
  const { db, ring, publicUrl } = deps
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const target = await findServiceTarget(tx, grant.on, id)
    if (!target) throw new AppError('not_found')
    const terms = await findTerms(tx, target.agent_version_id)
    if (enabled && terms) await checkAgreed(tx, { owner: { user_id: grant.on }, trigger: 'webhook' }, terms)
    await store.saveHook(tx, id, enabled, randomBytes(24).toString('base64url'))
    const of = secretOf(grant, id)
    const isNew = enabled && (await secretMadeAt(tx, of)) === null
    const secret = isNew ? await renewSigningSecret(tx, ring, of) : null
    return present({ db: tx, publicUrl }, grant, id, secret)
  })
}

/** @throws not_found, also before it was first switched on; too_many_requests */
export const renewHookSecret = ({ db, ring, publicUrl }: HookDeps, grant: Use, id: ServiceId): Promise<ServiceHook> =>
  askForSecret(db, grant.on, async (tx) => {
    const row = await store.findOwnHook(tx, grant.on, id)
    if (!row || row.token === null) throw new AppError('not_found')
    const secret = await renewSigningSecret(tx, ring, secretOf(grant, id))
    return present({ db: tx, publicUrl }, grant, id, secret)
  })
