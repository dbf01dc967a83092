/** One person as support sees them, put together from what the areas below know of them. */
import type { Person, PersonAuditEntry, PersonMessage, PersonService } from '#contract/admin/people.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import {
  assignableRoles,
  describeManagement,
  findOpenRequestOf,
  listSessionsOf,
  loadManaged,
} from '#server/areas/accounts/accounts.ts'
import { findPlanName, getCredits, listEntries, listOrdersOf, maySeeMoneyOf } from '#server/areas/billing/billing.ts'
import { listRunsOf } from '#server/areas/runs/runs.ts'
import { findServicesOf } from '#server/areas/services/services.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SeenPerson } from './people.policy.ts'
import * as store from './people.store.ts'

export interface Slice {
  limit: number
  offset: number
}

/** Messages to the firm, from the area above. */
export type FindMessages = (
  db: Queryable,
  id: UserId,
  slice: Slice,
) => Promise<{ items: PersonMessage[]; total: number }>

function callerOf({ by }: SeenPerson): UserCaller {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  return by
}

/** @throws not_found */
export async function getPerson(db: Queryable, grant: SeenPerson): Promise<Person> {
  const caller = callerOf(grant)
  const { on: id } = grant
  const [managed, profile, request, plan] = await Promise.all([
    loadManaged(db, id),
    store.findProfile(db, id),
    findOpenRequestOf(db, id),
    findPlanName(db, id),
  ])
  if (!profile) throw new AppError('not_found')
  const management = await describeManagement(db, caller, id, request !== null)
  const { change_role } = management.abilities
  return {
    ...managed,
    ...profile,
    plan,
    request,
    roles: change_role.allowed ? assignableRoles(caller).filter((role) => role !== managed.role) : [],
    ...management,
  }
}

/** Every section of an unknown person answers the same. @throws not_found */
const requirePerson = (db: Queryable, { on }: SeenPerson) => loadManaged(db, on)

export async function listSessions(db: Queryable, grant: SeenPerson, slice: Slice) {
  await requirePerson(db, grant)
  return listSessionsOf(db, grant.on, slice)
}

export async function listServices(db: Queryable, grant: SeenPerson, slice: Slice) {
  await requirePerson(db, grant)
  const { rows, total } = await findServicesOf(db, grant.on, slice)
  const items = rows.map(
    ({ agent_slug, agent_name, ...row }): PersonService => ({
      ...row,
      agent: { slug: agent_slug, name: agent_name },
      last_run_at: row.last_run_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }),
  )
  return { items, total, ...slice }
}

export async function listRuns(db: Queryable, grant: SeenPerson, query: Slice & { status: 'all' | 'failed' }) {
  await requirePerson(db, grant)
  return listRunsOf(db, grant.on, query)
}

export async function listOrders(db: Queryable, grant: SeenPerson, slice: Slice) {
  await requirePerson(db, grant)
  return listOrdersOf(db, maySeeMoneyOf(grant.by, grant.on), slice, new Date())
}

export async function listCredits(db: Queryable, grant: SeenPerson, slice: Slice) {
  await requirePerson(db, grant)
  const seen = maySeeMoneyOf(grant.by, grant.on)
  const [entries, { balance_paise, held_paise }] = await Promise.all([
    listEntries(db, seen, slice),
    getCredits(db, seen),
  ])
  return { ...entries, balance_paise, held_paise }
}

export async function listMessages(db: Queryable, grant: SeenPerson, find: FindMessages, slice: Slice) {
  await requirePerson(db, grant)
  return { ...(await find(db, grant.on, slice)), ...slice }
}

const named = (id: UserId | null, display_name: string | null) =>
  id !== null && display_name !== null ? { id, display_name } : null

export async function listAudit(
  db: Queryable,
  grant: SeenPerson,
  { show, limit, offset }: Slice & { show: 'about' | 'by' | 'standing' },
) {
  await requirePerson(db, grant)
  const { rows, total } = await store.findAudit(db, grant.on, { show, limit, offset })
  const items = rows.map(
    ({ actor_id, actor_name, target_id, target_name, created_at, ...row }): PersonAuditEntry => ({
      ...row,
      actor: named(actor_id, actor_name),
      target: named(target_id, target_name),
      created_at: created_at.toISOString(),
    }),
  )
  return { items, total, limit, offset }
}
