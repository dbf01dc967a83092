/** The deletion of an account: everything of a person at once, or nothing (DPDP Act 2023, s. 12). */
import type { DeletionSummary } from '#contract/accounts/account-data.ts'
import type { OpenMoneyKind } from '#contract/accounts/workspace-values.ts'
import type { WorkspaceDeletion } from '#contract/accounts/workspaces.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import {
  endViewsOfAccount,
  findOwnedAlone,
  hasSignedInFreshly,
  loadWorkspace,
  lockForDeletion,
  lockWorkspace,
  mayDeleteWorkspace,
  maySeeWorkspaceDeletion,
  mayUseWorkspaces,
} from '#server/areas/accounts/accounts.ts'
import { acceptAllOf, balanceOf, findOpenMoney } from '#server/areas/billing/billing.ts'
import { type RunRecords, removeExpired, type StoppingDeps, stopRuns } from '#server/areas/runs/runs.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import { allowLonger, type Database, type Queryable } from '#server/platform/database/database.ts'
import { deletionRefusal, mayDeleteAccount } from './deletion.policy.ts'
import * as store from './deletion.store.ts'
import { erasePerson } from './erase.store.ts'
import { findPerson } from './exports.store.ts'
import type { Person } from './person.ts'

/** Per statement. An account is deleted completely or not at all, so a large one needs the time. */
const ERASING_MS = 60_000

export interface DeletionDeps extends StoppingDeps {
  db: Database
  files: FileStore
  /** Removes from the disk what the transaction left over. */
  tidy: () => Promise<void>
}

export interface ClosingDeps extends DeletionDeps {
  /** Runs that moved to others stay, and their records say that their results were accepted. */
  records: Pick<RunRecords, 'catchUp'>
}

/** What deleting the account takes with it, and why it cannot be deleted, if it cannot. */
export const summariseDeletion = (db: Database, grant: Grant<'user.own', UserId>): Promise<DeletionSummary> =>
  db.transaction().execute(async (tx) => {
    const rows = await lockForDeletion(tx, grant.on)
    const admins = rows.filter(({ role }) => role === 'super_admin')
    return {
      ...(await store.countAll(tx, grant.on)),
      refusal: deletionRefusal({ id: grant.on }, admins, await findOwnedAlone(tx, grant.on)),
    }
  })

async function granted(tx: Queryable, caller: UserCaller, email: string): Promise<Grant<'account.delete', UserId>> {
  const rows = await lockForDeletion(tx, caller.id)
  const self = rows.find(({ id }) => id === caller.id)
  if (!self) throw new AppError('unauthenticated')
  return mayDeleteAccount(caller, {
    email,
    fresh: await hasSignedInFreshly(tx, caller),
    self,
    admins: rows.filter((row) => row.role === 'super_admin'),
    ownedAlone: await findOwnedAlone(tx, caller.id),
  })
}

async function personOf(tx: Queryable, { on }: Grant<'account.delete' | 'workspace.delete', UserId>): Promise<Person> {
  const person = await findPerson(tx, on)
  if (!person) throw new AppError('unauthenticated')
  return person
}

/** What lies on the disk goes now; if not, with the next sweep of files. */
const tidyDisk = ({ db, files, tidy, log }: DeletionDeps): Promise<void> =>
  removeExpired({ db, files })
    .then(tidy)
    .catch((err: unknown) => log.warn({ err }, 'files of a deleted account are removed later'))

/**
 * Erases the runs that began while their account was being deleted, and what came of them. No request can begin one later.
 * @param user that account alone; all that were deleted in the last day when absent
 */
export async function finishDeletions(deps: DeletionDeps, user?: UserId): Promise<void> {
  const { db } = deps
  const unfinished = await store.findUnfinished(db, user)
  for (const id of unfinished) {
    const person = await findPerson(db, id)
    if (!person) continue
    await stopRuns(deps, await store.findOpenRuns(db, person))
    await db.transaction().execute(async (tx) => {
      await allowLonger(tx, ERASING_MS)
      await erasePerson(tx, person)
    })
  }
  if (unfinished.length > 0) await tidyDisk(deps)
}

/**
 * Deletes the account of the caller at once: sessions, keys, services and everything personal in one transaction. Agents that others
 * use stay without a name; nobody new can find them.
 * @param email as typed by the user, to be sure
 * @throws unauthenticated, forbidden (an API key), invalid_input, confirmation_needed, illegal_transition (the last super admin)
 */
export async function deleteAccount(deps: ClosingDeps, caller: Caller, email: string): Promise<void> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  await erase(deps, (tx) => granted(tx, caller, email))
}

/** @throws not_found, forbidden */
export async function getWorkspaceDeletion(db: Database, caller: Caller, id: UserId): Promise<WorkspaceDeletion> {
  const use = mayUseWorkspaces(caller)
  const { on } = maySeeWorkspaceDeletion(use, await loadWorkspace(db, id, use.on))
  return { open: await findOpenMoney(db, on), credits_paise: await balanceOf(db, 'credits', on) }
}

const OPEN_TEXTS: Record<OpenMoneyKind, string> = {
  runs: 'Runs that hold money have to finish or be stopped',
  acceptance: 'Results that wait to be accepted have to be decided',
  orders: 'Open orders have to be paid or expire',
  refunds: 'Refunds have to be decided and paid',
  disputes: 'Disputes have to be decided by the bank',
  payouts: 'Payouts have to arrive',
  earnings: 'Earnings have to be paid out',
}

/** @throws money_open naming each kind in its field */
async function refuseOpenMoney(tx: Queryable, workspace: UserId): Promise<void> {
  const open = await findOpenMoney(tx, workspace)
  if (open.length === 0) return
  const problems = open.map(({ kind }) => ({ field: kind, code: 'money_open', message: OPEN_TEXTS[kind] }))
  throw new AppError('money_open', { problems })
}

/**
 * Deletes a workspace as an account is: its members lose their access, and what it sold stays with those who bought it.
 * @param name as typed by the owner, to be sure
 * @throws unauthenticated, not_found, forbidden, invalid_input, confirmation_needed, money_open
 */
export async function deleteWorkspace(deps: ClosingDeps, caller: Caller, id: UserId, name: string): Promise<void> {
  if (caller.type !== 'user' || caller.api_key) throw new AppError('unauthenticated')
  await erase(deps, async (tx) => {
    await lockWorkspace(tx, id)
    const workspace = await loadWorkspace(tx, id, caller.id)
    const grant = mayDeleteWorkspace(caller, { workspace, name, fresh: await hasSignedInFreshly(tx, caller) })
    await refuseOpenMoney(tx, id)
    return grant
  })
}

/** Asks for the grant twice: before runs are stopped, and in the transaction that erases. */
async function erase(
  deps: ClosingDeps,
  grantedIn: (tx: Queryable) => Promise<Grant<'account.delete' | 'workspace.delete', UserId>>,
): Promise<void> {
  const { db, log } = deps
  const person = await db.transaction().execute(async (tx) => personOf(tx, await grantedIn(tx)))
  await stopRuns(deps, await store.findOpenRuns(db, person))
  await acceptAllOf(db, person.id, deps.records.catchUp)
  await db.transaction().execute(async (tx) => {
    await allowLonger(tx, ERASING_MS)
    const grant = await grantedIn(tx)
    await endViewsOfAccount(tx, grant.on)
    await erasePerson(tx, await personOf(tx, grant))
    if (grant.action === 'workspace.delete' && grant.by.type === 'user')
      await insertAudit(tx, {
        actor_id: grant.by.id,
        action: grant.action,
        target_id: grant.on,
        reason: null,
        details: { name: person.display_name },
      })
  })
  await finishDeletions(deps, person.id).catch((err: unknown) =>
    log.warn({ err }, 'runs of a deleted account are erased later'),
  )
  await tidyDisk(deps)
}
