/** The evidence against a dispute: a text and files, by admins and the seller, until it is submitted, and again when the bank sends it back. */
import { buffer } from 'node:stream/consumers'
import { EVIDENCE_LIMITS, type EvidenceKind } from '#contract/billing/dispute-values.ts'
import type { DisputeDetail } from '#contract/billing/disputes.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { FileId } from '#contract/core/primitives.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { collectFacts } from './dispute-facts.ts'
import { answerAbility, editAbility } from './disputes.policy.ts'
import type { DisputeRow } from './disputes.store.ts'
import * as store from './evidence.store.ts'
import { presentDispute } from './present.ts'

type See = Grant<'dispute.see', DisputeRow>

const userOf = ({ by }: See): UserCaller => {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  return by
}

const NOTHING_SAID = { summary: '', last_error: null, files: [], facts: [], sent_back: [] }

/** One dispute. An admin who paid it themselves does not see what is said against them. */
export async function getDispute(db: Queryable, grant: See, now: Date): Promise<DisputeDetail> {
  const by = userOf(grant)
  const row = grant.on
  const [evidence, files, known, sentBack, shown] = await Promise.all([
    store.findEvidence(db, row.id),
    store.findFiles(db, row.id),
    store.findKnown(db, row.id),
    store.findSentBack(db, row.id),
    presentDispute(db, row.id),
  ])
  const edit = editAbility(by, row, evidence, now)
  const answer = answerAbility(by, edit)
  const said = {
    state: evidence.state,
    summary: evidence.summary,
    last_error: evidence.last_error,
    files: files.map(({ id, proves, name, size, added_at }) => ({
      id,
      proves,
      name,
      bytes: size,
      added_at: added_at.toISOString(),
    })),
    facts: known ? collectFacts(known, isAdminOrAbove(by.role)) : [],
    sent_back: sentBack.map(({ summary, files: submitted, submitted_at, sent_back_at }) => ({
      summary,
      files: submitted.map(({ proves, name, bytes }) => ({ proves, name, bytes })),
      submitted_at: submitted_at?.toISOString() ?? null,
      sent_back_at: sent_back_at.toISOString(),
    })),
  }
  return {
    ...shown,
    // Sellers do not learn the names of their buyers.
    buyer_name: isAdminOrAbove(by.role) ? shown.buyer_name : null,
    evidence: row.buyer_id === by.id ? { ...NOTHING_SAID, state: evidence.state } : said,
    abilities: { edit, submit: answer, accept: answer },
  }
}

/** Under the lock of its evidence. @throws illegal_transition when nothing can be said any more */
async function change(
  db: Database,
  grant: See,
  now: Date,
  act: (tx: Queryable, by: UserCaller) => Promise<void>,
): Promise<DisputeDetail> {
  const by = userOf(grant)
  return db.transaction().execute(async (tx) => {
    const evidence = await store.lockEvidence(tx, grant.on.id)
    const ability = editAbility(by, grant.on, evidence, now)
    if (!ability.allowed)
      throw new AppError('illegal_transition', { message: ability.reason ?? 'This dispute was already answered.' })
    await act(tx, by)
    return getDispute(tx, grant, now)
  })
}

export const putEvidence = (db: Database, grant: See, summary: string, now: Date): Promise<DisputeDetail> =>
  change(db, grant, now, (tx, by) => store.storeEvidence(tx, grant.on.id, { summary, state: 'draft', by: by.id, now }))

export interface EvidenceDeps {
  db: Database
  files: Pick<FileStore, 'stream'>
  /** A file that the caller uploaded, while it is kept; null for another user's. */
  findOwnFile(
    db: Queryable,
    caller: UserCaller,
    id: FileId,
  ): Promise<{ id: FileId; name: string; mime: string; bytes: number } | null>
}

const TYPES = ['application/pdf', 'image/png', 'image/jpeg']

/** A copy of it is kept: the file itself may be removed. @throws not_found, file_unsupported, file_too_large, illegal_transition */
export const addFile = (
  { db, files, findOwnFile }: EvidenceDeps,
  grant: See,
  { file_id, proves }: { file_id: FileId; proves: EvidenceKind },
  now: Date,
): Promise<DisputeDetail> =>
  change(db, grant, now, async (tx, by) => {
    const file = await findOwnFile(tx, by, file_id)
    if (!file) throw new AppError('not_found')
    if (!TYPES.includes(file.mime)) throw new AppError('file_unsupported')
    if (file.bytes > EVIDENCE_LIMITS.file_bytes) throw new AppError('file_too_large')
    if ((await store.findFiles(tx, grant.on.id)).length >= EVIDENCE_LIMITS.files)
      throw new AppError('illegal_transition', { message: `You can add up to ${EVIDENCE_LIMITS.files} files.` })
    const bytes = await buffer(await files.stream(file.id))
    const name = file.name.slice(0, 200)
    await store.insertFile(tx, grant.on.id, { proves, name, mime_type: file.mime, bytes, by: by.id })
  })

/** @throws not_found, illegal_transition */
export const removeFile = (db: Database, grant: See, file: string, now: Date): Promise<DisputeDetail> =>
  change(db, grant, now, async (tx) => {
    if (!(await store.deleteFile(tx, grant.on.id, file))) throw new AppError('not_found')
  })
