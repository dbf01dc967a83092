/** The answer of a reviewer: what was reviewed, and nothing else, is what is sold from then on. */

import type { SubmissionDetail } from '#contract/agents/agent-review.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { joined, type Phrase, say, sayDay, verbatim } from '#contract/phrases/phrases.ts'
import {
  checkLegalIdentity,
  type NewNotice,
  noticeFor,
  noticeForMany,
  settleNotices,
  writeNotices,
} from '#server/areas/accounts/accounts.ts'
import { followersOf } from '#server/areas/agents/agents.ts'
import { rupees } from '#server/areas/billing/billing.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { findVersion } from './drafts.store.ts'
import * as rows from './own.store.ts'
import { findPricesAhead, insertPriceChange, type PriceAhead } from './price-changes.store.ts'
import { type ReviewGrant, refuseIllegal, refuseOwn } from './publishing.policy.ts'
import { getSubmission } from './queue.ts'
import { Snapshot } from './snapshot.ts'
import * as store from './submissions.store.ts'
import { reviewGroup } from './submit.ts'

/** The coming price of a version for its current buyers, in words; null when it does not change. */
function wordsOf(before: number, ahead: PriceAhead | undefined): Phrase | null {
  if (!ahead) return null
  if (ahead.paise < before)
    return say('The price drops from {before} to {after}, for you too.', {
      before: rupees(before),
      after: rupees(ahead.paise),
    })
  if (ahead.rises_to === null || ahead.rises_at === null) return null
  return say('The price increases from {before} to {after}. For you, this applies from {day}.', {
    before: rupees(ahead.paise),
    after: rupees(ahead.rises_to),
    day: sayDay(ahead.rises_at),
  })
}

/** The notice to buyers of an earlier version: what the price change means for them. */
async function noticesOfUsers(
  tx: Queryable,
  one: store.QueueRow,
  { inUse, priced, now }: { inUse: readonly store.InUse[]; priced: boolean; now: Date },
): Promise<NewNotice[]> {
  const versions = [...new Set(inUse.map(({ version_id }) => version_id))]
  const ahead = priced ? await findPricesAhead(tx, one.agent_id, versions, now) : []
  const { name } = Snapshot.parse(one.snapshot).details
  return [...Map.groupBy(inUse, ({ user_id }) => user_id)].map(([user, has]) => {
    const said = has.flatMap(({ version_id, paise }) => {
      const words = wordsOf(
        paise,
        ahead.find((price) => price.version_id === version_id),
      )
      return words === null ? [] : [words]
    })
    // Several services of one version are told one thing.
    const once = [...new Map(said.map((words) => [words.en, words])).values()]
    return noticeFor(user, {
      kind: 'agent_changed',
      title: say('{agent} has version {number}', { agent: name, number: one.number }),
      message: once.length > 0 ? joined(once, ' ') : say('See what’s new and upgrade when you’re ready.'),
      href: '/my-ai-services',
      group: `agent_changed:${one.agent_id}`,
    })
  })
}

/**
 * A different price of the same kind: a lower one applies to all immediately, a higher one after two weeks for current
 * buyers.
 */
async function announcePrice(tx: Queryable, one: store.QueueRow, snapshot: Snapshot, now: Date): Promise<boolean> {
  const { current_version_id, version_id, agent_id } = one
  const before = current_version_id && version_id && (await findVersion(tx, current_version_id))
  if (
    !before ||
    !version_id ||
    before.price_type !== snapshot.price.type ||
    before.price_paise === snapshot.price.paise
  )
    return false
  const [from_paise, to_paise] = [before.price_paise, snapshot.price.paise]
  const notice_ms = to_paise > from_paise ? PUBLISHING.price_notice_days * DAY_MS : 0
  await insertPriceChange(tx, {
    agent: agent_id,
    version: version_id,
    type: snapshot.price.type,
    from_paise,
    to_paise,
    now,
    effective_at: new Date(now.getTime() + notice_ms),
  })
  return true
}

/** @returns the notice to buyers of an earlier version */
async function approve(tx: Queryable, one: store.QueueRow, now: Date): Promise<NewNotice[]> {
  if (one.version_id === null) throw new AppError('illegal_transition')
  const snapshot = Snapshot.parse(one.snapshot)
  await checkLegalIdentity(tx, { seller_id: one.seller_id, price_type: snapshot.price.type })
  const inUse = await store.findInUse(tx, one.agent_id, { except: one.version_id, now })
  const priced = await announcePrice(tx, one, snapshot, now)
  await store.publish(tx, one.agent_id, one.version_id, snapshot)
  return isFirst(one) ? [] : noticesOfUsers(tx, one, { inUse, priced, now })
}

const isFirst = ({ current_version_id, version_id }: store.QueueRow): boolean =>
  current_version_id === null || current_version_id === version_id

function noticeOfSeller(one: store.QueueRow, approved: boolean, reason: string): NewNotice {
  const { name } = Snapshot.parse(one.snapshot).details
  return noticeFor(one.seller_id, {
    kind: 'agent_decided',
    title: approved
      ? say('{agent}: version {number} is published', { agent: name, number: one.number })
      : say('{agent}: version {number} was not approved', { agent: name, number: one.number }),
    message: verbatim(reason),
    href: approved ? `/agent/${one.slug}` : `/marketplace/publish?agent=${one.agent_id}`,
  })
}

/** Followers of the seller who do not use the agent; its users are told more. */
function noticesOfFollowers(one: store.QueueRow) {
  const { name, tagline } = Snapshot.parse(one.snapshot).details
  return noticeForMany(followersOf(one.seller_id), {
    kind: 'followed_seller',
    title: isFirst(one)
      ? say('{seller} published {agent}', { seller: one.seller_name, agent: name })
      : say('{seller}: {agent} has version {number}', { seller: one.seller_name, agent: name, number: one.number }),
    message: verbatim(tagline),
    href: `/agent/${one.slug}`,
    group: `followed:${one.agent_id}`,
  })
}

/**
 * @param now when a price that rises is announced
 * @throws not_found, own_agent, illegal_transition when it was decided or withdrawn, invalid_input (`reason`) for a rejection without one
 */
export async function decideSubmission(
  db: Database,
  grant: ReviewGrant,
  id: string,
  decision: { approve: boolean; reason: string },
  now = new Date(),
): Promise<SubmissionDetail> {
  if (!decision.approve && decision.reason === '') throw fieldError('reason', 'Enter what needs to change')
  await db.transaction().execute(async (tx) => {
    const found = await store.findSubmission(tx, id)
    if (!found) throw new AppError('not_found')
    await rows.lockAgent(tx, found.agent_id)
    const [one, agent] = [await store.findSubmission(tx, id), await rows.findAny(tx, found.agent_id)]
    if (!one || !agent) throw new AppError('not_found')
    refuseOwn(grant, agent)
    if (one.status !== 'in_review')
      throw new AppError('illegal_transition', { message: 'This version is no longer in review.' })
    refuseIllegal(decision.approve ? 'approve' : 'reject', agent)
    const reason = decision.reason || null
    await store.endOpen(tx, one.agent_id, { status: decision.approve ? 'approved' : 'rejected', by: grant.on, reason })
    const told = decision.approve ? await approve(tx, one, now) : []
    if (!decision.approve && agent.phase === 'in_review') await rows.setStatus(tx, one.agent_id, 'rejected', '')
    // One statement notifies all of them: recipients are locked in one order, whatever other notices are written
    // meanwhile.
    await writeNotices(
      tx,
      [...told, noticeOfSeller(one, decision.approve, decision.reason)],
      decision.approve ? noticesOfFollowers(one) : null,
    )
    await settleNotices(tx, [reviewGroup(one.agent_id)])
    await insertAudit(tx, {
      actor_id: grant.on,
      action: decision.approve ? 'agent.approve' : 'agent.reject',
      target_id: one.agent_id,
      reason,
      details: { submission: id, version: one.number },
    })
  })
  return getSubmission(db, grant, id)
}
