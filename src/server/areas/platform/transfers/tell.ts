/** Who is told of a transfer: the audit log and the notices of both accounts, and people who use what was moved. */
import type { TransferId } from '#contract/accounts/transfers.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { noticeForMany, notify, writeNotices } from '#server/areas/accounts/accounts.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findListed, usersOf } from './facts.store.ts'
import type { Found, Plan } from './preview.ts'
import * as store from './transfers.store.ts'

export interface Noted {
  id: TransferId
  from: store.PlaceRow
  to: store.PlaceRow
  moves: Found['moves']
}

const details = ({ id, from, to, moves }: Noted): JsonObject => ({
  transfer: id,
  from: from.id,
  to: to.id,
  things: moves.slice(0, 50).map(({ kind, id: thing, name }) => ({ kind, id: thing, name })),
  count: moves.length,
})

/** In the audit log of both. */
export async function audit(tx: Queryable, by: UserId, action: string, noted: Noted): Promise<void> {
  for (const { id } of [noted.from, noted.to])
    await insertAudit(tx, { actor_id: by, action, target_id: id, reason: null, details: details(noted) })
}

export const hrefOf = ({ slug }: store.PlaceRow): string => (slug === null ? '/dashboard' : '/workspace?tab=general')

/** The first thing by name, and how many others. */
const naming = (moves: Found['moves']) => ({ thing: moves[0]?.name ?? '', count: moves.length - 1 })

export const saidOf = (moves: Found['moves']) => {
  const { thing, count } = naming(moves)
  return count <= 0 ? verbatim(`“${thing}”`) : say('“{thing}” and {count} more', { thing, count })
}

const placeOf = (id: UserId, name: string, slug: string | null): store.PlaceRow => ({ id, name, slug })
export const placesOf = (row: store.TransferRow) => ({
  from: placeOf(row.from_id, row.from_name, row.from_slug),
  to: placeOf(row.to_id, row.to_name, row.to_slug),
})

export async function tellMoved(tx: Queryable, { id, from, to, moves }: Noted): Promise<void> {
  const message = saidOf(moves)
  const group = `transfer:${id}`
  const title = say('Moved here from {workspace}', { workspace: from.name })
  await notify(tx, to.id, { kind: 'transfer', title, message, href: hrefOf(to), group })
  const left = say('Moved to {workspace}', { workspace: to.name })
  await notify(tx, from.id, { kind: 'transfer', title: left, message, href: hrefOf(from), group })
}

/** Who uses a listed agent reads from whom it comes now. */
export async function tellBuyers(tx: Queryable, { from, to }: Plan, agents: readonly string[]): Promise<void> {
  const seller = (await store.findAccount(tx, to))?.name ?? ''
  for (const { id, slug, name } of await findListed(tx, agents))
    await writeNotices(
      tx,
      [],
      noticeForMany(usersOf(id, [from, to]), {
        kind: 'agent_changed',
        title: say('{agent} has a new seller', { agent: name }),
        message: say('It’s sold by {seller} from now on. What you bought stays yours.', { seller }),
        href: `/agent/${slug}`,
        group: `seller:${id}`,
      }),
    )
}
