/** Files that a person sends in the place of the agent: copies that are kept as long as the chat, whatever becomes of the originals. */
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { CHAT } from '#contract/services/chat-values.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import type { MessageFile } from '#server/areas/runs/runs.ts'
import { judgeFiles } from '#server/areas/services/channels/queue-answer.ts'
import { expireFilesAt } from '#server/areas/services/widgets/widgets.store.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { ReachRow } from './inbox.store.ts'

type Use = Grant<'service.use', UserId>

export interface StaffFileDeps {
  db: Database
  files: Pick<FilesPort, 'open' | 'write'>
}

const LOST = 'This file can’t be used. Choose it again.'

/** @throws invalid_input, plan_limit where the storage of the account is full */
async function copyFile({ files }: StaffFileDeps, owner: UserId, id: string, field: string): Promise<MessageFile> {
  const of = { user_id: owner }
  try {
    const file = await files.open(id, { owner: of, execution_id: null })
    const { name, mime } = file
    const copy = await files.write({ name, mime, bytes: await file.read() }, of, `inbox:${randomUUID()}`)
    return { file_id: copy.file_id, name: copy.name, mime: copy.mime }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    if (error.code === 'plan_limit') throw new AppError('plan_limit' satisfies ErrorCode, { message: error.message })
    throw fieldError(field, LOST)
  }
}

/** Takes copies away that nobody was sent. */
export const dropCopies = (db: Queryable, owner: UserId, copies: readonly MessageFile[]): Promise<void> =>
  copies.length === 0
    ? Promise.resolve()
    : expireFilesAt(
        db,
        owner,
        copies.map(({ file_id }) => file_id),
        '0',
      )

/** @throws invalid_input for a file of others, or one that is gone; plan_limit */
export async function copyOwnFiles(
  deps: StaffFileDeps,
  grant: Use,
  wanted: readonly { file_id: string }[],
): Promise<MessageFile[]> {
  if (wanted.length === 0) return []
  const { db } = deps
  const copies: MessageFile[] = []
  try {
    for (const [index, { file_id }] of wanted.entries())
      copies.push(await copyFile(deps, grant.on, file_id, `files.${index}.file_id`))
  } catch (error) {
    await dropCopies(db, grant.on, copies)
    throw error
  }
  const ids = copies.map(({ file_id }) => file_id)
  await expireFilesAt(db, grant.on, ids, `${CHAT.kept_days} days`)
  return copies
}

/** @throws invalid_input for a file that the channel of the visitor doesn’t take */
export async function requireSendable(
  tx: Queryable,
  owner: UserId,
  { channel_kind }: ReachRow,
  files: readonly MessageFile[],
): Promise<void> {
  if (channel_kind === null || files.length === 0) return
  const { refused } = await judgeFiles(tx, owner, channel_kind, files)
  const [first] = refused
  if (first) throw fieldError(`files.${files.indexOf(first.file)}.file_id`, `${first.file.name}: ${first.why}`)
}
