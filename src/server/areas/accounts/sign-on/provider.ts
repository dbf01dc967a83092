/**
 * The provider of a domain: what owners enter. Only owners, because it vouches for them too: who chooses the provider could sign in as
 * any member. The client secret goes in and never comes out.
 */
import type { SignOnBody, WorkspaceDomain, WorkspaceDomainId } from '#contract/accounts/sign-on.ts'
import { PROVIDER_PROBLEMS, SIGN_ON_CALLBACK } from '#contract/accounts/sign-on-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { mayOwnWorkspace } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import { findMembership } from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit, lockMembership } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { SignOnGateway, SignOnProvider } from '#server/gateways/sign-on/provider.ts'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { loadDomain } from './domains.ts'
import { presentDomain } from './present.ts'
import * as store from './sign-on.store.ts'

type Use = Grant<'workspace.use', UserId>
interface Place {
  id: UserId
  domain_id: WorkspaceDomainId
}

export interface ProviderDeps {
  db: Database
  ring: KeyRing
  gateway: SignOnGateway
  publicUrl: string
  /** Accounts are kept here, so that a provider can sign them in. */
  keepsAccounts: boolean
}

/** What the ciphertext belongs to. */
export const belongsToSignOn = (id: string, workspace: UserId) => ({ id, owner_id: workspace, type: 'sign_on' })

export const redirectUrlOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '') + SIGN_ON_CALLBACK

/** @throws Unreadable when the key of this installation has changed */
export const openProvider = (ring: KeyRing, row: store.SignOnRow): SignOnProvider => ({
  issuer: row.issuer,
  client_id: row.client_id,
  client_secret: unseal(ring, row, belongsToSignOn(row.id, row.workspace_id)).client_secret ?? '',
})

const CHECKS_PER_HOUR = 60

/** Asks a server that a person named: seldom. @throws too_many_requests */
const limitChecks = (db: Queryable, use: Use) =>
  enforceRateLimit(
    db,
    [rateLimitFor('sign-on checks', { key: use.on, shared: false }, CHECKS_PER_HOUR)],
    'You’ve checked many times',
  )

/** The secret as entered, or the one that is kept. @throws invalid_input with the field */
function secretOf(
  ring: KeyRing,
  kept: Awaited<ReturnType<typeof store.findSealed>>,
  workspace: UserId,
  given?: string,
) {
  if (given !== undefined) return given
  if (kept === null) throw fieldError('client_secret', PROVIDER_PROBLEMS.no_secret)
  return unseal(ring, kept, belongsToSignOn(kept.id, workspace)).client_secret ?? ''
}

/**
 * Saved only where sign-ins can work with it. Enforced: sessions of members that began in another way end.
 * @throws not_found, forbidden, domain_unproven, way_not_offered, too_many_requests, invalid_input with the field
 */
export async function saveSignOn(
  { db, ring, gateway, publicUrl, keepsAccounts }: ProviderDeps,
  use: Use,
  place: Place,
  { client_secret: given, ...settings }: SignOnBody,
): Promise<WorkspaceDomain> {
  mayOwnWorkspace(use, await findMembership(db, place.id, use.on))
  const row = await loadDomain(db, place)
  if (!keepsAccounts) throw new AppError('way_not_offered')
  if (row.verified_at === null) throw new AppError('domain_unproven')
  await limitChecks(db, use)
  const kept = await store.findSealed(db, row.id)
  const client_secret = secretOf(ring, kept, place.id, given)
  const { client_id } = settings
  const asked = { issuer: settings.issuer, client_id, client_secret }
  const issuer = await gateway.check(asked, redirectUrlOf(publicUrl))
  return db.transaction().execute(async (tx) => {
    mayOwnWorkspace(use, await lockMembership(tx, place.id, use.on))
    const before = await loadDomain(tx, place)
    if (before.verified_at === null) throw new AppError('domain_unproven')
    const id = before.sign_on_id ?? uuidv7()
    const sealed = seal(ring, { client_secret }, belongsToSignOn(id, place.id))
    await store.saveSignOn(tx, { id, workspace_id: place.id, domain_id: row.id, ...settings, issuer, ...sealed })
    if (before.issuer !== null && before.issuer !== issuer) {
      await store.forgetPeople(tx, id)
      await store.endSignOnSessions(tx, id)
    }
    const ended = settings.is_enforced && !before.is_enforced ? await store.endOtherSessions(tx, id) : 0
    const { roles, default_role, is_enforced, groups_claim } = settings
    await audit(tx, use.on, 'workspace.save_sign_on', place.id, {
      ...{ domain: row.domain, issuer: { from: before.issuer, to: issuer }, client_id, groups_claim, default_role },
      ...{ roles, is_enforced: { from: before.is_enforced ?? false, to: is_enforced }, sessions_ended: ended },
      secret_changed: given !== undefined,
    })
    return presentDomain(await loadDomain(tx, place))
  })
}

/** Asks the provider as it is set up. @throws not_found, forbidden, too_many_requests, invalid_input with the field */
export async function testSignOn(
  { db, ring, gateway, publicUrl }: ProviderDeps,
  use: Use,
  place: Place,
): Promise<void> {
  mayOwnWorkspace(use, await findMembership(db, place.id, use.on))
  const { issuer, client_id } = await loadDomain(db, place)
  const kept = await store.findSealed(db, place.domain_id)
  if (kept === null || issuer === null || client_id === null) throw new AppError('not_found')
  await limitChecks(db, use)
  const client_secret = secretOf(ring, kept, place.id)
  await gateway.check({ issuer, client_id, client_secret }, redirectUrlOf(publicUrl))
}

/** Sessions that began there end; people sign in another way, or set a password by mail. @throws not_found, forbidden */
export const removeSignOn = (db: Database, use: Use, place: Place): Promise<void> =>
  db.transaction().execute(async (tx) => {
    mayOwnWorkspace(use, await lockMembership(tx, place.id, use.on))
    const { domain, sign_on_id, issuer } = await loadDomain(tx, place)
    if (sign_on_id === null) throw new AppError('not_found')
    await store.endSignOnSessions(tx, sign_on_id)
    await store.deleteSignOn(tx, sign_on_id)
    await audit(tx, use.on, 'workspace.remove_sign_on', place.id, { domain, issuer })
  })
