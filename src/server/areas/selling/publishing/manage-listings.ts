/** The care for what is sold: suspended, let go on, put first. */

import type { ManagedAgent } from '#contract/agents/agent-review.ts'
import { type AdminAction, type AgentPhase, agentAbility } from '#contract/agents/agent-states.ts'
import { type Ability, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { type PhraseText, say, verbatim } from '#contract/phrases/phrases.ts'
import {
  checkLegalIdentity,
  type NewNotice,
  noticeFor,
  settleNotices,
  writeNotices,
} from '#server/areas/accounts/accounts.ts'
import { presentPrice } from '#server/areas/agents/agents.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './manage.store.ts'
import { findAny, lockAgent, type OwnRow, setStatus } from './own.store.ts'
import { type ReviewGrant, refuseIllegal, refuseOwn } from './publishing.policy.ts'
import { endOpen, findUsers } from './submissions.store.ts'
import { reviewGroup } from './submit.ts'

function abilitiesOf({ on }: ReviewGrant, row: store.ManagedRow): ManagedAgent['abilities'] {
  const may = (action: AdminAction): Ability => {
    if (row.seller_id === on) return refusedAbility('This is your own agent.')
    if (action === 'unfeature' && !row.is_featured) return refusedAbility('It isn’t featured.')
    return agentAbility(action, row.phase)
  }
  return { suspend: may('suspend'), unsuspend: may('unsuspend'), feature: may('feature'), unfeature: may('unfeature') }
}

const present = (grant: ReviewGrant, row: store.ManagedRow): ManagedAgent => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  icon: row.icon,
  phase: row.phase,
  status_note: row.status_note,
  is_featured: row.is_featured,
  featured_until: row.featured_until?.toISOString() ?? null,
  seller: { id: row.seller_id, display_name: row.seller_name },
  price: presentPrice(row.price_type, row.price_paise),
  runs: row.runs ?? 0,
  services: row.services,
  updated_at: row.updated_at.toISOString(),
  abilities: abilitiesOf(grant, row),
})

export async function listManagedAgents(
  db: Queryable,
  grant: ReviewGrant,
  query: { phase?: AgentPhase | undefined; search?: string | undefined; limit: number; offset: number },
) {
  const { rows, total } = await store.findManaged(db, query)
  return { items: rows.map((row) => present(grant, row)), total, limit: query.limit, offset: query.offset }
}

const SAID = {
  suspend: '{agent} was suspended by the marketplace',
  unsuspend: '{agent} is published again',
  feature: '{agent} is featured in the marketplace',
  unfeature: '{agent} is not featured any more',
} as const satisfies Record<AdminAction, PhraseText>

/** The longest time an agent may be featured with an end date, in days. */
const LONGEST_FEATURED_DAYS = 366

function refuseUntil(action: AdminAction, until: Date | null): void {
  if (until === null) return
  if (action !== 'feature') throw fieldError('until', 'Only featured agents have an end date')
  const ahead = until.getTime() - Date.now()
  if (ahead <= 0) throw fieldError('until', 'Choose a time in the future')
  if (ahead > LONGEST_FEATURED_DAYS * DAY_MS) throw fieldError('until', 'Choose a time within a year')
}

/**
 * @throws not_found, own_agent, illegal_transition, invalid_input (`reason`) for a suspension without one, (`until`) for an end that is
 * over, too far away, or of something else than `feature`
 */
export async function controlManagedAgent(
  db: Database,
  grant: ReviewGrant,
  id: AgentId,
  { action, reason, until: end }: { action: AdminAction; reason: string; until: string | null },
): Promise<ManagedAgent> {
  if (action === 'suspend' && reason === '')
    throw fieldError('reason', 'Enter a reason: the seller and buyers will see it')
  const until = end === null ? null : new Date(end)
  refuseUntil(action, until)
  return db.transaction().execute(async (tx) => {
    await lockAgent(tx, id)
    const row = await findAny(tx, id)
    if (!row) throw new AppError('not_found')
    refuseOwn(grant, row)
    refuseIllegal(action, row)
    if (action === 'unsuspend') await checkLegalIdentity(tx, row)
    if (action === 'suspend' && (await endOpen(tx, id, { status: 'withdrawn', by: grant.on, reason })))
      await settleNotices(tx, [reviewGroup(id)])
    if (action === 'suspend') await setStatus(tx, id, 'suspended', reason.slice(0, 1000))
    else if (action === 'unsuspend') await setStatus(tx, id, 'published', '')
    else await store.setFeatured(tx, id, action === 'feature', until)
    await insertAudit(tx, {
      actor_id: grant.on,
      action: `agent.${action}`,
      target_id: id,
      reason: reason || null,
      details: { from: row.phase, ...(until && { until: until.toISOString() }) },
    })
    await writeNotices(tx, await noticesOf(tx, row, action, reason))
    const [after] = await store.findManagedOne(tx, id)
    if (!after) throw new AppError('not_found')
    return present(grant, after)
  })
}

/** The seller is notified of everything, users of the agent of what stops and resumes it. */
async function noticesOf(tx: Queryable, row: OwnRow, action: AdminAction, reason: string): Promise<NewNotice[]> {
  const said = { title: say(SAID[action], { agent: row.name }), message: verbatim(reason) }
  const users = action === 'suspend' || action === 'unsuspend' ? await findUsers(tx, row.id) : []
  return [
    noticeFor(row.seller_id, { kind: 'agent_decided', ...said, href: '/seller/agents' }),
    ...users
      .filter((user) => user !== row.seller_id)
      .map((user) => noticeFor(user, { kind: 'agent_changed', ...said, href: '/my-ai-services' })),
  ]
}

/** Ends what was featured until a time that is over. */
export const endFeaturedListings = (db: Database): Promise<number> => store.endFeatured(db, new Date())
