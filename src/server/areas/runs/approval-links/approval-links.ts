/** The verbs of approval links. Opening one shows what is asked; only an answer decides, and it asks what answering in the product does. */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import { joined, say } from '#contract/phrases/phrases.ts'
import { APPROVAL_LINKS } from '#contract/runs/approval-link-values.ts'
import type { ApprovalLink, ApprovalLinkId, ApprovalToDecide, NewApprovalLink } from '#contract/runs/approval-links.ts'
import { findLanguageOf } from '#server/areas/accounts/accounts.ts'
import { personOf } from '#server/areas/runs/decisions/decisions.policy.ts'
import { type AnsweringEngine, answerWait } from '#server/areas/runs/executions/answers.ts'
import { findWait, type OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import { type Question, questionFor } from '#server/areas/runs/executions/questions.ts'
import { personIn, type RunRecords, wayOf } from '#server/areas/runs/record-keeping/keep.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { Page } from '#server/platform/page.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { LINK_OVER, mayAnswerByLink } from './approval-links.policy.ts'
import * as store from './approval-links.store.ts'

type Link = Grant<'approval.link', OwnerRow>

export interface ApprovalLinkDeps {
  db: Database
  /** Where links lead. */
  publicUrl: string
  brand: ReadBrand
  records: RunRecords
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const present = ({ id, recipient, mailed, made_by, created_at, expires_at }: store.LinkRow): ApprovalLink => ({
  id,
  recipient,
  mailed,
  made_by,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

/** What an approval asks, as the account of its run sees it; null where nothing asks for one. @throws already_resolved */
async function findApproval(
  db: Queryable,
  { by, on }: Link | Grant<'execution.control', OwnerRow>,
  id: string,
): Promise<Question | null> {
  const wait = await findWait(db, { execution: on.id, id }, viewerOf(by))
  const question = wait && questionFor(wait.wait, wait)
  if (!wait || question?.type !== 'approval') return null
  if (wait.resolved_at !== null) throw new AppError('already_resolved')
  return question
}

/**
 * Mailed where an address is given; otherwise the address of the link is returned, once.
 * @throws not_found, already_resolved, limit_reached, too_many_requests
 */
export const createLink = (
  { db, publicUrl, brand, records }: ApprovalLinkDeps,
  grant: Link,
  wait: string,
  to: NewApprovalLink,
): Promise<{ link: ApprovalLink; url: string | null }> =>
  db.transaction().execute(async (tx) => {
    const { id: execution, owner_id: owner } = grant.on
    const made_by = personOf(grant)
    await store.lockWait(tx, wait)
    if (owner === null || made_by === null || !(await findApproval(tx, grant, wait))) throw new AppError('not_found')
    const limit = rateLimitFor('approval links', { key: made_by, shared: false }, APPROVAL_LINKS.per_hour)
    await enforceRateLimit(tx, [limit], 'You’ve made many links')
    if ((await store.findLinks(tx, wait)).length >= APPROVAL_LINKS.per_wait)
      throw new AppError('limit_reached', {
        message: `An approval can have up to ${APPROVAL_LINKS.per_wait} open links.`,
      })
    const token = randomBytes(32).toString('base64url')
    const mailed = 'email' in to
    const recipient = mailed ? to.email : to.name
    const link = { execution, wait, owner, made_by, recipient, mailed, token_hash: hashOf(token) }
    const row = await store.insertLink(tx, link)
    await records.catchUp(tx, execution)
    const url = `${publicUrl}/approve/${token}`
    if (mailed)
      await queueTemplatedMail(tx, {
        to: to.email,
        execution_id: execution,
        kind: 'approval_link',
        values: { brand: brand().name, sender: quoteLine(row.made_by), days: String(APPROVAL_LINKS.days) },
        body: joined(
          [
            url,
            say(
              'Opening the link decides nothing. It works for one answer. If you don’t know who sent it, you can ignore this email.',
            ),
          ],
          '\n\n',
        ),
        // Who has no account is asked in the language of who asks.
        language: await findLanguageOf(tx, made_by),
      })
    return { link: present(row), url: mailed ? null : url }
  })

/** @throws not_found */
export async function listLinks(db: Queryable, grant: Link, wait: string, { limit, offset }: Page) {
  if (!(await findWait(db, { execution: grant.on.id, id: wait }, viewerOf(grant.by)))) throw new AppError('not_found')
  const rows = await store.findLinks(db, wait)
  return { items: rows.slice(offset, offset + limit).map(present), total: rows.length, limit, offset }
}

/** It opens nothing any more. @throws not_found */
export const withdrawLink = (
  { db, records }: Pick<ApprovalLinkDeps, 'db' | 'records'>,
  grant: Link,
  wait: string,
  id: ApprovalLinkId,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id: execution } = grant.on
    const found = await findWait(tx, { execution, id: wait }, viewerOf(grant.by))
    // First, so that the record says that the link was made before it says that it was withdrawn.
    await records.catchUp(tx, execution)
    const recipient = found && (await store.deleteLink(tx, wait, id))
    if (recipient === null) throw new AppError('not_found')
    await records.noteIn(tx, execution, {
      ...{ kind: 'link_withdrawn', source: `withdrawn:${id}`, by: personIn(grant.by) },
      ...{ facts: { link: id, way: wayOf(grant.by) }, content: { recipient } },
    })
  })

/** @throws link_invalid */
async function openLink(db: Queryable, token: string) {
  const link = await store.findOpenLink(db, hashOf(token))
  if (!link) throw new AppError('link_invalid', { message: LINK_OVER })
  return { link, grant: await mayAnswerByLink(db, link) }
}

/** @throws link_invalid, already_resolved */
export async function lookAtApproval(db: Queryable, token: string): Promise<ApprovalToDecide> {
  const { link, grant } = await openLink(db, token)
  const question = await findApproval(db, grant, link.wait_id)
  if (question === null) throw new AppError('link_invalid', { message: LINK_OVER })
  const { title, details } = question
  return {
    ...{ title, details },
    asked_by: link.asked_by ?? 'A workflow',
    from: link.from,
    workspace: link.workspace,
    recipient: link.recipient,
    expires_at: link.expires_at.toISOString(),
  }
}

/** Once: all links to the approval end with its answer. @throws link_invalid, already_resolved, and what answering throws */
export async function decideByLink(
  deps: Pick<ApprovalLinkDeps, 'db' | 'records'> & { engine: AnsweringEngine },
  token: string,
  answer: { approved: boolean; comment: string },
): Promise<{ approved: boolean }> {
  const { link, grant } = await openLink(deps.db, token)
  await answerWait(deps, grant, { id: link.wait_id, answer: { type: 'approval', ...answer }, as: link.recipient })
  await deps.db.transaction().execute((tx) => deps.records.catchUp(tx, link.execution_id))
  return { approved: answer.approved }
}
