/** The care for what is sold: suspended, let go on, put first. */
import { type Ability, refused } from '#contract/ability-values.ts'
import type { ManagedAgent } from '#contract/agent-review.ts'
import { type AdminAction, type AgentPhase, agentAbility } from '#contract/agent-states.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import type { AgentId } from '#contract/primitives.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { presentPrice } from '#server/domain/agents/agents.present.ts'
import { insertAudit } from '#server/domain/audit/audit.store.ts'
import { notify, settleNotices } from '#server/domain/notifications/notifications.ts'
import * as store from './manage.store.ts'
import { findAny, lockAgent, setStatus } from './own.store.ts'
import { type ReviewGrant, refuseIllegal, refuseOwn } from './publishing.policy.ts'
import { endOpen } from './submissions.store.ts'
import { reviewGroup } from './submit.ts'

function abilitiesOf({ on }: ReviewGrant, row: store.ManagedRow): ManagedAgent['abilities'] {
  const may = (action: AdminAction): Ability => {
    if (row.seller_id === on) return refused('This agent is your own.')
    if (action === 'feature' && row.is_featured) return refused('It is featured already.')
    if (action === 'unfeature' && !row.is_featured) return refused('It is not featured.')
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

const SAID: Record<AdminAction, string> = {
  suspend: 'was suspended by the marketplace',
  unsuspend: 'is published again',
  feature: 'is featured in the marketplace',
  unfeature: 'is not featured any more',
}

/** @throws not_found, own_agent, illegal_transition, invalid_input (`reason`) for a suspension without one */
export async function controlManagedAgent(
  db: Database,
  grant: ReviewGrant,
  id: AgentId,
  { action, reason }: { action: AdminAction; reason: string },
): Promise<ManagedAgent> {
  if (action === 'suspend' && reason === '') throw fieldError('reason', 'Say why: the seller and the buyers read it')
  return db.transaction().execute(async (tx) => {
    await lockAgent(tx, id)
    const row = await findAny(tx, id)
    if (!row) throw new AppError('not_found')
    refuseOwn(grant, row)
    refuseIllegal(action, row)
    if (action === 'suspend' && (await endOpen(tx, id, { status: 'withdrawn', by: grant.on, reason })))
      await settleNotices(tx, [reviewGroup(id)])
    if (action === 'suspend') await setStatus(tx, id, 'suspended', reason.slice(0, 1000))
    else if (action === 'unsuspend') await setStatus(tx, id, 'published', '')
    else await store.setFeatured(tx, id, action === 'feature')
    await insertAudit(tx, {
      actor_id: grant.on,
      action: `agent.${action}`,
      target_id: id,
      reason: reason || null,
      details: { from: row.phase },
    })
    await notify(tx, row.seller_id, {
      kind: 'agent_decided',
      title: `${row.name} ${SAID[action]}`,
      message: reason,
      href: '/custom-agents',
    })
    const [after] = await store.findManagedOne(tx, id)
    if (!after) throw new AppError('not_found')
    return present(grant, after)
  })
}
