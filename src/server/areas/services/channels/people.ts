/** Who writes through a channel, for the owner of the service. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ChannelPersonId } from '#contract/services/channels.ts'
import { deletePayloads } from '#server/areas/runs/runs.ts'
import { findOwnDoors } from '#server/areas/services/chats/service-chat.ts'
import { expireFilesAt } from '#server/areas/services/widgets/widgets.store.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './channels.store.ts'
import type { ChannelAt } from './channels.ts'

type Use = Grant<'service.use', UserId>
type PersonAt = ChannelAt & { person: ChannelPersonId }

const consentOf = ({ opted_in_at, opted_out_at }: store.PersonRow, asks: boolean) => {
  if (opted_out_at !== null) return 'withdrawn' as const
  return opted_in_at === null && asks ? ('asked' as const) : ('given' as const)
}

/** Who wrote last first. @throws not_found */
export async function listPeople(db: Queryable, grant: Use, at: ChannelAt, query: { limit: number; offset: number }) {
  await findOwnDoors(db, grant, at.id)
  const row = await store.findOfService(db, grant.on, at)
  if (!row) return { items: [], total: 0, limit: query.limit, offset: query.offset }
  const { rows, total } = await store.listPeople(db, row.id, query)
  const items = rows.map((one) => ({
    ...{ id: one.id, address: one.address, name: one.name, last_wrote_at: one.last_wrote_at?.toISOString() ?? null },
    consent: consentOf(one, row.settings.ask_consent),
  }))
  return { items, total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, also for a person of another channel */
async function requirePerson(db: Queryable, grant: Use, at: PersonAt): Promise<void> {
  const row = await store.findOfService(db, grant.on, at)
  if (!row || !(await store.findPerson(db, row.id, at.person))) throw new AppError('not_found')
}

/** Newest first. @throws not_found */
export async function listPersonMessages(
  db: Queryable,
  grant: Use,
  at: PersonAt,
  query: { limit: number; offset: number },
) {
  await requirePerson(db, grant, at)
  const { rows, total } = await store.listSaid(db, at.person, query)
  const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { items, total, limit: query.limit, offset: query.offset }
}

/** @throws not_found */
export async function deletePerson(
  db: Database,
  grant: Use,
  at: PersonAt,
  cancel: Cancel,
): Promise<{ id: ChannelPersonId }> {
  await requirePerson(db, grant, at)
  await eraseVisitor(db, grant.on, at.person, cancel)
  return { id: at.person }
}

type Cancel = (execution_id: string) => Promise<unknown>

/** Erases who writes: their chats, what they sent, and the data of the runs that answered them. Runs under way are ended first. */
export async function eraseVisitor(db: Database, owner: UserId, visitor: string, cancel: Cancel): Promise<void> {
  const { under_way } = await store.findTracesOf(db, visitor)
  for (const execution of under_way) await cancel(execution)
  await db.transaction().execute(async (tx) => {
    const { executions, files } = await store.findTracesOf(tx, visitor)
    await deletePayloads(tx, executions)
    await expireFilesAt(tx, owner, files, '0')
    await store.deletePerson(tx, visitor)
  })
}
