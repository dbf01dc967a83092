/** Domains of workspaces: added, proven by a record of the public DNS, looked up again, and lost. */
import { randomBytes } from 'node:crypto'
import type { WorkspaceDomain, WorkspaceDomainId } from '#contract/accounts/sign-on.ts'
import { DOMAIN_ADDED, SIGN_ON } from '#contract/accounts/sign-on-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { mayManageWorkspace } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import { findMembership } from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit, lockMembership } from '#server/areas/accounts/workspaces/workspaces.ts'
import { DnsUnavailable, type LookUpTxt } from '#server/gateways/dns-txt.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { HOUR_MS } from '#shared/time.ts'
import { presentDomain, recordOf } from './present.ts'
import * as store from './sign-on.store.ts'

type Use = Grant<'workspace.use', UserId>
interface Place {
  id: UserId
  domain_id: WorkspaceDomainId
}

export interface DomainDeps {
  db: Database
  lookUpTxt: LookUpTxt
  brand: ReadBrand
}

/** @throws not_found */
export async function loadDomain(db: Queryable, { id, domain_id }: Place): Promise<store.DomainRow> {
  const row = await store.findDomain(db, id, domain_id)
  if (!row) throw new AppError('not_found')
  return row
}

/** For owners and admins. @throws not_found, forbidden */
export async function listDomains(db: Queryable, use: Use, id: UserId): Promise<WorkspaceDomain[]> {
  mayManageWorkspace(use, await findMembership(db, id, use.on))
  return (await store.findDomains(db, id)).map(presentDomain)
}

/** @throws not_found, forbidden, already_exists with the field, limit_reached */
export const addDomain = (db: Database, use: Use, id: UserId, domain: string): Promise<WorkspaceDomain> =>
  db.transaction().execute(async (tx) => {
    mayManageWorkspace(use, await lockMembership(tx, id, use.on))
    if ((await store.findDomains(tx, id)).length >= SIGN_ON.domains)
      throw new AppError('limit_reached', { message: `A workspace can have up to ${SIGN_ON.domains} domains.` })
    const token = randomBytes(24).toString('base64url')
    const domain_id = await store.insertDomain(tx, { workspace: id, domain, token, by: use.on })
    if (domain_id === null) throw fieldError('domain', DOMAIN_ADDED, 'already_exists')
    await audit(tx, use.on, 'workspace.add_domain', id, { domain })
    return presentDomain(await loadDomain(tx, { id, domain_id }))
  })

/** Its sign-on ends with it, and so do the sessions that began there. @throws not_found, forbidden */
export const removeDomain = (db: Database, use: Use, place: Place): Promise<void> =>
  db.transaction().execute(async (tx) => {
    mayManageWorkspace(use, await lockMembership(tx, place.id, use.on))
    const { id, domain, sign_on_id } = await loadDomain(tx, place)
    if (sign_on_id !== null) await store.endSignOnSessions(tx, sign_on_id)
    await store.deleteDomain(tx, id)
    await audit(tx, use.on, 'workspace.remove_domain', place.id, { domain })
  })

const CHECKS_PER_HOUR = 60

/** @throws domain_unreachable */
export async function hasRecord(
  lookUpTxt: LookUpTxt,
  row: Pick<store.DomainRow, 'domain' | 'token'>,
): Promise<boolean> {
  const { name, value } = recordOf(row)
  try {
    return (await lookUpTxt(name)).includes(value)
  } catch (error) {
    throw error instanceof DnsUnavailable ? new AppError('domain_unreachable', { cause: error }) : error
  }
}

/**
 * Looks the record up. A domain that another workspace has proven is taken over only where that one's record is gone.
 * @throws not_found, forbidden, domain_unproven, domain_taken, domain_unreachable, too_many_requests
 */
export async function checkDomain({ db, lookUpTxt, brand }: DomainDeps, use: Use, place: Place) {
  mayManageWorkspace(use, await findMembership(db, place.id, use.on))
  const limit = rateLimitFor('domain checks', { key: use.on, shared: false }, CHECKS_PER_HOUR)
  await enforceRateLimit(db, [limit], 'You’ve checked many times')
  const row = await loadDomain(db, place)
  if (!(await hasRecord(lookUpTxt, row))) {
    if (row.verified_at !== null) await store.setMissing(db, row.id)
    throw new AppError('domain_unproven')
  }
  const other = await store.findProven(db, row.domain)
  const isOthers = other !== null && other.workspace_id !== row.workspace_id
  if (isOthers && (await hasRecord(lookUpTxt, other))) throw new AppError('domain_taken')
  return db
    .transaction()
    .execute(async (tx) => {
      mayManageWorkspace(use, await lockMembership(tx, place.id, use.on))
      const there = isOthers ? await store.findProven(tx, row.domain) : null
      if (there !== null && there.id === other?.id) await loseDomain(tx, there, brand)
      await store.setProven(tx, row.id)
      if (row.verified_at === null) await audit(tx, use.on, 'workspace.prove_domain', place.id, { domain: row.domain })
      return presentDomain(await loadDomain(tx, place))
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new AppError('domain_taken', { cause: error }) : error
    })
}

/** The right ends, with the sessions it has given; the settings stay for the day on which the domain is proven again. */
async function loseDomain(tx: Queryable, row: store.DomainRow, brand: ReadBrand): Promise<void> {
  const { id, workspace_id, domain, sign_on_id } = row
  await store.setLost(tx, id)
  if (sign_on_id !== null) await store.endSignOnSessions(tx, sign_on_id)
  const details: JsonObject = { domain, had_sign_on: sign_on_id !== null }
  await audit(tx, workspace_id, 'workspace.lose_domain', workspace_id, details)
  await tellOwners(
    tx,
    workspace_id,
    brand,
    say(
      'The domain {domain} is no longer proven to be yours: its TXT record is gone. Sign-on with its addresses has ended. Add the record again and check the domain in the settings of your workspace.',
      { domain },
    ),
  )
}

const tellOwners = (tx: Queryable, workspace: UserId, brand: ReadBrand, body: ReturnType<typeof say>) =>
  queueTemplatedMail(tx, {
    to: `workspace-${workspace}@workspaces.invalid`,
    kind: 'sign_in_changed',
    values: { brand: brand().name },
    body,
  })

const AT_A_TIME = 50

/**
 * Looks up the records of proven domains again. One that is gone keeps its right for 72 hours, of which the owners are told; name servers
 * that don't answer prove nothing.
 */
export async function recheckDomains(
  { db, lookUpTxt, brand }: DomainDeps,
  now: () => number = Date.now,
): Promise<void> {
  for (const due of await store.findDueDomains(db, AT_A_TIME)) {
    const found = await hasRecord(lookUpTxt, due).catch(() => null)
    if (found === null) {
      await store.setLookedAt(db, due.id)
      continue
    }
    await db.transaction().execute(async (tx) => {
      // It may have been removed or lost meanwhile.
      const row = await store.findProven(tx, due.domain)
      if (row === null || row.id !== due.id) return
      if (found) return store.setProven(tx, row.id)
      if (row.missing_since === null) {
        await store.setMissing(tx, row.id)
        const hours = String(SIGN_ON.missing_hours)
        const words =
          'The TXT record that proves {domain} is gone. Add it again within {hours} hours, or sign-on with addresses of the domain ends.'
        return tellOwners(tx, row.workspace_id, brand, say(words, { domain: row.domain, hours }))
      }
      if (now() - row.missing_since.getTime() >= SIGN_ON.missing_hours * HOUR_MS) await loseDomain(tx, row, brand)
      else await store.setLookedAt(tx, row.id)
    })
  }
}
