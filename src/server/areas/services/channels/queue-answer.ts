/** Puts an answer into the outbox as messages of its channel: its texts in their order, and its files after them. */
import { CHANNEL_FILE_BYTES, type ChannelKindName } from '#contract/services/channel-values.ts'
import { findFileSizes, type MessageFile } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { refusedType, sendsFilesWithText } from './kind/file-rules.ts'
import { insertOutgoing, type NewOutgoing } from './outbox.store.ts'

interface Messages {
  to: Pick<NewOutgoing, 'channel_id' | 'visitor_id' | 'thread' | 'answers' | 'kind'>
  channel: ChannelKindName
  texts: readonly string[]
  files: readonly MessageFile[]
  /** The same for the same part of the same answer. */
  causeOf: (part: number) => string
}

export async function queueAnswer(tx: Queryable, { to, channel, texts, files, causeOf }: Messages): Promise<void> {
  const last = texts.length - 1
  const parts = sendsFilesWithText(channel)
    ? (texts.length > 0 ? texts : ['']).map((text, part) => ({ text, files: part >= last ? files : [] }))
    : [...texts.map((text) => ({ text, files: [] })), ...files.map((file) => ({ text: '', files: [file] }))]
  for (const [part, one] of parts.entries()) await insertOutgoing(tx, { ...to, ...one, cause: causeOf(part) })
}

export interface Refused {
  file: MessageFile
  /** For the owner of the service. */
  why: string
}

const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`

/** Which files of an answer go through a channel. @param owner of the service and of its files */
export async function judgeFiles(
  db: Queryable,
  owner: string,
  channel: ChannelKindName,
  files: readonly MessageFile[],
): Promise<{ sent: MessageFile[]; refused: Refused[] }> {
  const sizes = await findFileSizes(
    db,
    owner,
    files.map(({ file_id }) => file_id),
  )
  const most = CHANNEL_FILE_BYTES[channel]
  const sent: MessageFile[] = []
  const refused: Refused[] = []
  let used = 0
  for (const file of files) {
    const bytes = sizes.get(file.file_id)
    const room = sendsFilesWithText(channel) ? most - used : most
    const why =
      refusedType(channel, file.mime) ??
      (bytes === undefined
        ? 'The file was deleted.'
        : bytes > room
          ? `At most ${megabytes(most)} can be sent here.`
          : null)
    if (why !== null) refused.push({ file, why })
    else sent.push(file)
    used += why === null ? (bytes ?? 0) : 0
  }
  return { sent, refused }
}
