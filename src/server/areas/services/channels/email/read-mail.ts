/** A mail of an inbox as what a person wrote, or as nothing. */

import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { EMAIL, MAIL_ADDRESS } from '#contract/services/channel-values.ts'
import { textOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import {
  type Delivered,
  type Envelope,
  type Incoming,
  type Media,
  NOTHING_DELIVERED,
} from '#server/areas/services/channels/kind/kind.ts'
import { wishOf } from '#server/areas/services/channels/kind/wishes.ts'
import type { FoundMail, Inbox } from '#server/gateways/channels/imap.ts'
import { type MailHead, parseMail, readHead, UnreadableMail } from '#server/gateways/mail-reader/mail-reader.ts'
import type { ReceivedMail } from '#server/gateways/mail-reader/received-mail.ts'
import { toOneLine } from '#server/platform/mail/quote-text.ts'
import { isForAnswering } from './judge-mail.ts'
import { externalIdOf, oursIn, threadOf } from './mail-ids.ts'
import { ownWords } from './quoted.ts'

/** Of the ids before a mail the first and the last ones: a long thread has thousands. */
const REFERENCES = 10
/** What may stand below a word such as STOP: a greeting and a name. */
const SIGNATURE = 200

/** Where a file is: of which mail, and the how many-th of it. */
const mediaId = (uid_validity: string, uid: number, index: number): string => `${uid_validity} ${uid} ${index}`

function envelopeOf({ message_id, references, in_reply_to, subject }: MailHead): Envelope {
  const before = references.length > 0 ? references : in_reply_to === '' ? [] : [in_reply_to]
  const kept = before.length > REFERENCES ? [before[0] ?? '', ...before.slice(1 - REFERENCES)] : before
  return { message_id, references: kept, subject: toOneLine(subject) }
}

/** A word such as STOP above a signature, or alone in the subject, counts as it does elsewhere. */
function wishIn(words: string, subject: string): string | null {
  const [first = ''] = words.split('\n')
  if (words === '') return wishOf(subject) === null ? null : subject
  return wishOf(first) !== null && words.length - first.length <= SIGNATURE ? first : null
}

/** The subject says what the first mail of a thread is about; later ones repeat it. */
function textOfMail({ subject, references, in_reply_to }: MailHead, words: string): string {
  const isFirst = references.length === 0 && in_reply_to === ''
  return isFirst && subject.trim() !== '' ? `${toOneLine(subject)}\n\n${words}`.trim() : words
}

function filesOf({ attachments }: ReceivedMail, at: { uid_validity: string; uid: number }): Media[] {
  return attachments
    .map(({ name, mime, is_part_of_html }, index) => ({
      media: {
        id: mediaId(at.uid_validity, at.uid, index),
        mime: textOf(mime, 100),
        name: textOf(name, 200) || 'file',
      },
      is_part_of_html,
    }))
    .filter(({ is_part_of_html }) => !is_part_of_html)
    .map(({ media }) => media)
    .slice(0, EMAIL.files)
}

async function contentOf(
  inbox: Inbox,
  { uid, bytes }: FoundMail,
  head: MailHead,
): Promise<Pick<Incoming, 'text' | 'files' | 'unsupported'> | null> {
  const unread = { text: textOf(toOneLine(head.subject), 200), files: [], unsupported: true }
  if (bytes > EMAIL.mail_bytes) return unread
  const message = await inbox.readMail(uid)
  if (message === null) return null
  try {
    const mail = await parseMail(message)
    const words = ownWords(mail)
    const wish = wishIn(words, head.subject)
    if (wish !== null) return { text: wish.trim(), files: [], unsupported: false }
    const files = filesOf(mail, { uid_validity: inbox.uid_validity, uid })
    const text = textOf(textOfMail(head, words), MESSAGE.characters)
    return { text, files, unsupported: text === '' && files.length === 0 }
  } catch (error) {
    if (error instanceof UnreadableMail) return unread
    throw error
  }
}

/** @param own the address of the channel. @throws ChannelApiError */
export async function readMail(inbox: Inbox, found: FoundMail, own: string): Promise<Delivered> {
  const { uid, received_at } = found
  const begin = await inbox.readHead(uid)
  if (begin === null) return NOTHING_DELIVERED
  const head = await readHead(begin)
  // What could not be delivered names what was sent; most servers send back its headers within the first 64 KB.
  if (head.header('content-type').some((one) => one.startsWith('multipart/report')))
    return { ...NOTHING_DELIVERED, statuses: oursIn(begin, own).map(undelivered) }
  if (!isForAnswering(head, own)) return NOTHING_DELIVERED
  const content = await contentOf(inbox, found, head)
  if (content === null) return NOTHING_DELIVERED
  const message = {
    external_id: externalIdOf(head, `${inbox.uid_validity} ${uid}`),
    ...{ from: head.from, name: nameOf(head), thread: threadOf(head), ...content },
    ...{ sent_at: received_at, position: uid, envelope: envelopeOf(head) },
  }
  return { ...NOTHING_DELIVERED, messages: [message] }
}

/** A name that is the address says nothing, and one that looks like another address may be meant to mislead. */
const nameOf = ({ from_name }: MailHead): string => {
  const name = textOf(toOneLine(from_name), 100)
  return MAIL_ADDRESS.test(name) ? '' : name
}

const undelivered = (external_id: string) => ({
  ...{ external_id, reference: null },
  failed: { why: 'The mail server of the person returned it.', outside_window: false },
})

/** @throws as `parseMail` and the inbox; null when it is not there any more */
export async function readFile(inbox: Inbox, { id }: Media): Promise<{ bytes: Uint8Array; mime: string } | null> {
  const [uid_validity, uid, index] = id.split(' ')
  if (uid_validity !== inbox.uid_validity) return null
  const message = await inbox.readMail(Number(uid))
  const file = message && (await parseMail(message)).attachments[Number(index)]
  return file ? { bytes: file.bytes, mime: file.mime } : null
}
