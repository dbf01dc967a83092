/** What a seller does with an agent that is there: withdraw, deprecate, revive, archive, restore. */

import type { SellerAction } from '#contract/agents/agent-states.ts'
import { NEXT_PHASE } from '#contract/agents/agent-states.ts'
import type { OwnAgentDetail } from '#contract/agents/publishing.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { type PhraseText, say, verbatim } from '#contract/phrases/phrases.ts'
import { checkLegalIdentity, noticeFor, settleNotices, writeNotices } from '#server/areas/accounts/accounts.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { getOwnAgent, ownAgent } from './drafts.ts'
import * as rows from './own.store.ts'
import { refuseIllegal, type SellGrant } from './publishing.policy.ts'
import { endOpen, findUsers } from './submissions.store.ts'
import { reviewGroup } from './submit.ts'

/** The notice to its users; nothing that concerns only the seller. */
const TOLD = {
  deprecate: '{agent} was deprecated by its seller. You can keep using it.',
  archive: '{agent} was removed from the marketplace by its seller. You can keep using it.',
} as const satisfies Partial<Record<SellerAction, PhraseText>>
const isTold = (action: SellerAction): action is keyof typeof TOLD => action in TOLD

async function tellUsers(tx: Queryable, row: rows.OwnRow, action: SellerAction, note: string): Promise<void> {
  if (!isTold(action) || !row.ever_published) return
  const users = (await findUsers(tx, row.id)).filter((user) => user !== row.seller_id)
  const told = {
    kind: 'agent_changed' as const,
    title: say(TOLD[action], { agent: row.name }),
    message: verbatim(note),
    href: '/my-ai-services',
  }
  await writeNotices(
    tx,
    users.map((user) => noticeFor(user, told)),
  )
}

/** @throws not_found, illegal_transition with the reason, seller_details_missing */
export async function controlOwnAgent(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  { action, note = '' }: { action: SellerAction; note?: string | undefined },
): Promise<OwnAgentDetail> {
  await db.transaction().execute(async (tx) => {
    await rows.lockAgent(tx, id)
    const row = await ownAgent(tx, grant, id)
    refuseIllegal(action, row)
    if (action === 'revive') await checkLegalIdentity(tx, row)
    const next = NEXT_PHASE[action][row.phase]
    if (next === undefined || next === 'gone' || next === 'updating') throw new Error(`${action} leads nowhere`)
    if (await endOpen(tx, id, { status: 'withdrawn', by: null, reason: null }))
      await settleNotices(tx, [reviewGroup(id)])
    if (next !== row.status) await rows.setStatus(tx, id, next, note)
    await insertAudit(tx, {
      actor_id: grant.on,
      action: `agent.${action}`,
      target_id: id,
      reason: note || null,
      details: { from: row.phase, to: next },
    })
    await tellUsers(tx, row, action, note)
  })
  return getOwnAgent(db, grant, id)
}
