/** How owners let a directory in. Only owners: who has the token makes members and gives roles. */
import { randomBytes } from 'node:crypto'
import type { Provisioning, ProvisioningSettings } from '#contract/accounts/provisioning.ts'
import { PROVISIONING, REMOVALS, SCIM_PATH, SCIM_TOKEN } from '#contract/accounts/provisioning-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { settleNotices } from '#server/areas/accounts/notifications/notifications.ts'
import { mayManageWorkspace, mayOwnWorkspace } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import { findMembership } from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit, lockMembership } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { followRole } from './members.ts'
import * as store from './provisioning.store.ts'
import { removalsGroup } from './removals.ts'
import { findUsers } from './scim.store.ts'
import { hashOfToken } from './scim.ts'

type Use = Grant<'workspace.use', UserId>

export interface ProvisioningDeps {
  db: Database
  publicUrl: string
  /** Accounts are kept here, so that a directory can make them. */
  keepsAccounts: boolean
}

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null

const NONE: store.ProvisioningRow = {
  ...{ token_end: null, made_by: null, made_at: new Date(0), last_used_at: null, roles: [], default_role: 'member' },
  ...{ removal_share: REMOVALS.usual, stopped_at: null, allowed_until: null, people: 0, groups: [] },
}

async function load(db: Queryable, publicUrl: string, id: UserId): Promise<Provisioning> {
  const row = (await store.findProvisioning(db, id)) ?? NONE
  const requests = await store.findRequests(db, id, PROVISIONING.requests)
  const { token_end, made_by, made_at, last_used_at, stopped_at, allowed_until, ...rest } = row
  return {
    ...rest,
    base_url: publicUrl + SCIM_PATH,
    token:
      token_end === null
        ? null
        : { end: token_end, made_by, made_at: made_at.toISOString(), last_used_at: timeOf(last_used_at) },
    stopped_at: timeOf(stopped_at),
    allowed_until: timeOf(allowed_until),
    requests: requests.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}

/** For owners and admins. @throws not_found, forbidden */
export async function readProvisioning({ db, publicUrl }: ProvisioningDeps, use: Use, id: UserId) {
  mayManageWorkspace(use, await findMembership(db, id, use.on))
  return load(db, publicUrl, id)
}

/** The roles of those whom the directory keeps follow at once. @throws not_found, forbidden */
export const saveProvisioning = (
  { db, publicUrl }: ProvisioningDeps,
  use: Use,
  id: UserId,
  settings: ProvisioningSettings,
): Promise<Provisioning> =>
  db.transaction().execute(async (tx) => {
    mayOwnWorkspace(use, await lockMembership(tx, id, use.on))
    await store.saveSettings(tx, id, settings)
    await audit(tx, use.on, 'workspace.save_provisioning', id, { ...settings })
    const directory = await store.findDirectoryOf(tx, id)
    if (directory !== null)
      for (const row of await findUsers(tx, id, PROVISIONING.people)) await followRole(tx, directory, row)
    return load(tx, publicUrl, id)
  })

/** The token before it opens nothing from now on. It is kept as a hash alone. @throws not_found, forbidden, way_not_offered */
export const makeToken = (
  { db, publicUrl, keepsAccounts }: ProvisioningDeps,
  use: Use,
  id: UserId,
): Promise<{ token: string; provisioning: Provisioning }> =>
  db.transaction().execute(async (tx) => {
    mayOwnWorkspace(use, await lockMembership(tx, id, use.on))
    if (!keepsAccounts) throw new AppError('way_not_offered')
    const token = SCIM_TOKEN + randomBytes(32).toString('base64url')
    await store.saveToken(tx, { workspace: id, hash: hashOfToken(token), end: token.slice(-4), by: use.on })
    await audit(tx, use.on, 'workspace.make_scim_token', id, {})
    return { token, provisioning: await load(tx, publicUrl, id) }
  })

/** People stay members. @throws not_found, forbidden */
export const revokeToken = ({ db }: ProvisioningDeps, use: Use, id: UserId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    mayOwnWorkspace(use, await lockMembership(tx, id, use.on))
    if (!(await store.deleteToken(tx, id))) throw new AppError('not_found')
    await audit(tx, use.on, 'workspace.revoke_scim_token', id, {})
  })

/** @throws not_found, forbidden */
export const allowRemovals = ({ db, publicUrl }: ProvisioningDeps, use: Use, id: UserId): Promise<Provisioning> =>
  db.transaction().execute(async (tx) => {
    mayOwnWorkspace(use, await lockMembership(tx, id, use.on))
    const until = await store.allowRemovals(tx, id)
    if (until === null) throw new AppError('not_found')
    await settleNotices(tx, [removalsGroup(id)])
    await audit(tx, use.on, 'workspace.allow_removals', id, { until: until.toISOString() })
    return load(tx, publicUrl, id)
  })
