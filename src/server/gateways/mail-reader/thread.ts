/** The program of a thread: reads one email, answers once and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { plainText } from '#nodes/lib/data/html-text.ts'
import { lowerThreadPriority } from '#server/platform/priority.ts'
import { MOST_ATTACHMENTS, type ParseReply, type ReceivedMail } from './received-mail.ts'

const LONGEST_TEXT = 500_000

const clean = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, LONGEST_TEXT)

const addressesOf = (given: readonly Address[] | undefined): string[] =>
  (given ?? []).flatMap((one) => (one.address ? [one.address] : (one.group ?? []).map(({ address }) => address)))

const nameOf = ({ filename }: Attachment, index: number): string => clean(filename ?? `attachment-${index + 1}`)

/** A copy: the parser may hand out views of one large buffer. */
const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(new Uint8Array(content))

async function parseMail(message: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(message, { attachmentEncoding: 'arraybuffer' })
  const html = mail.html === undefined ? null : clean(mail.html)
  const date = new Date(mail.date ?? '')
  return {
    from: mail.from?.address?.toLowerCase() ?? '',
    from_name: clean(mail.from?.name ?? ''),
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    subject: clean(mail.subject ?? ''),
    text: clean(mail.text ?? (html === null ? '' : plainText(html, true))),
    html,
    message_id: mail.messageId ?? null,
    sent_at: Number.isNaN(date.getTime()) ? null : date.toISOString(),
    attachments: mail.attachments.slice(0, MOST_ATTACHMENTS).map((attachment, index) => ({
      name: nameOf(attachment, index),
      mime: attachment.mimeType,
      bytes: bytesOf(attachment),
      is_part_of_html: attachment.related === true,
    })),
    more_attachments: mail.attachments
      .slice(MOST_ATTACHMENTS)
      .map((attachment, index) => nameOf(attachment, MOST_ATTACHMENTS + index)),
  }
}

async function answer(): Promise<ParseReply> {
  try {
    return { mail: await parseMail(workerData as Uint8Array) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

lowerThreadPriority()
const reply = await answer()
const transferred = 'mail' in reply ? reply.mail.attachments.map(({ bytes }) => bytes.buffer) : []
parentPort?.postMessage(reply, transferred)
