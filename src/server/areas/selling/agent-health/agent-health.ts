/** What the platform has on record of an agent, and what its seller says of it while it is sold. */

import type { AgentRecord } from '#contract/agents/agent-health.ts'
import type { OwnAgentDetail } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { noticeFor, settleNotices, writeNotices } from '#server/areas/accounts/accounts.ts'
import { presentPrice, type SeeGrant } from '#server/areas/agents/agents.ts'
import { getOwnAgent, ownAgent } from '#server/areas/selling/publishing/drafts.ts'
import { lockAgent, type OwnRow } from '#server/areas/selling/publishing/own.store.ts'
import { refuseIllegal, type SellGrant } from '#server/areas/selling/publishing/publishing.policy.ts'
import { findUsers } from '#server/areas/selling/publishing/submissions.store.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import * as store from './agent-health.store.ts'

/** Of fewer hours a share tells nothing. */
const FEWEST_HOURS = 24

/** @throws not_found for an agent without a version */
export async function getAgentRecord(db: Queryable, { by, on: agent }: SeeGrant): Promise<AgentRecord> {
  const { version_id, number } = agent
  if (version_id === null || number === null) throw new AppError('not_found')
  const [uptime, check, sample, scan, prices] = await Promise.all([
    store.findUptime(db, agent.id),
    store.findCheck(db, version_id),
    store.findLastSample(db, version_id),
    store.findScan(db, version_id),
    store.findPrices(db, agent.id),
  ])
  const looked = check && { at: check.checked_at.toISOString(), high: check.high, medium: check.medium, low: check.low }
  const reviewed = scan !== null
  const own = by.type === 'user' && (by.id === agent.seller_id || by.permissions.has('admin.agents.manage'))
  return {
    version: number,
    content_hash: agent.content_hash ?? '',
    uptime: uptime && {
      since: uptime.since.toISOString(),
      hours: uptime.hours,
      up: uptime.hours < FEWEST_HOURS ? null : uptime.up,
      down_hours: uptime.down_hours,
    },
    check: checkOf(check, sample, own),
    scan: looked ? { ...looked, reviewed } : scan && { ...scan, at: scan.at.toISOString(), reviewed },
    intact: check?.intact ?? null,
    prices: prices.map(({ version, type, paise, at, earlier_at }) => ({
      version,
      price: presentPrice(type, paise),
      at: at.toISOString(),
      earlier_at: earlier_at?.toISOString() ?? null,
    })),
  }
}

/** The newest run by the platform: a check of the day, else the sample as it was recorded when the version was made. */
function checkOf(
  check: store.CheckRow | null,
  sample: { at: Date; ms: number } | null,
  own: boolean,
): AgentRecord['check'] {
  if (check?.state) {
    const { checked_at, state, ms, reason } = check
    return { at: checked_at.toISOString(), passed: state === 'passed', ms, reason: own ? reason : null, daily: true }
  }
  return sample && { at: sample.at.toISOString(), passed: true, ms: sample.ms, reason: null, daily: false }
}

const noticeGroupOf = (agent: AgentId): string => `agent_standing:${agent}`

/** Users are told of the newest notice; a removed notice needs no attention any more. */
async function notifyCustomers(
  tx: Queryable,
  row: OwnRow,
  { maintenance, notice }: { maintenance: boolean; notice: string },
) {
  if (!maintenance && notice === '') return settleNotices(tx, [noticeGroupOf(row.id)])
  const users = (await findUsers(tx, row.id)).filter((user) => user !== row.seller_id)
  const title = maintenance
    ? say('{agent} is under maintenance', { agent: row.name })
    : say('{agent}: notice from the seller', { agent: row.name })
  const told = { kind: 'agent_changed' as const, title, message: verbatim(notice), href: `/agent/${row.slug}` }
  return writeNotices(
    tx,
    users.map((user) => noticeFor(user, { ...told, group: noticeGroupOf(row.id) })),
  )
}

/**
 * Sets the notice of an agent on sale: maintenance, or a message to its users. It is still sold and run: a failed run
 * costs nothing. An unchanged notice changes nothing and notifies nobody.
 * @throws not_found, illegal_transition with the reason, too_many_requests
 */
export async function setNotice(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  said: { maintenance: boolean; notice: string },
): Promise<OwnAgentDetail> {
  const isSaid = (row: OwnRow) => row.maintenance === said.maintenance && row.notice === said.notice
  const before = await ownAgent(db, grant, id)
  refuseIllegal('announce', before)
  if (isSaid(before)) return getOwnAgent(db, grant, id)
  // Before there is a transaction: a caller waiting for the agent would otherwise hold the connection that this one
  // needs.
  const limits = [{ name: 'agent notices', subject: id, max: PUBLISHING.notices_per_hour }]
  await enforceRateLimit(db, limits, 'You’ve changed this notice many times')
  await db.transaction().execute(async (tx) => {
    await lockAgent(tx, id)
    const row = await ownAgent(tx, grant, id)
    refuseIllegal('announce', row)
    if (isSaid(row)) return
    await store.storeNotice(tx, id, said)
    await insertAudit(tx, {
      actor_id: grant.on,
      action: 'agent.announce',
      target_id: id,
      reason: said.notice || null,
      details: { maintenance: said.maintenance },
    })
    await notifyCustomers(tx, row, said)
  })
  return getOwnAgent(db, grant, id)
}
