/** Message-IDs: those of the service name what was sent and the thread it belongs to. */
import { createHash } from 'node:crypto'
import type { MailHead } from '#server/gateways/mail-reader/mail-reader.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** @param reference of the row that is sent. @param own the address of the channel */
export const ourMessageId = (reference: string, thread: string, own: string): string =>
  `<${reference}.${thread}@${own.slice(own.lastIndexOf('@') + 1)}>`

const OURS = /^<[0-9a-f-]{36}\.([0-9a-f]{32})@/

/**
 * The conversation that a mail belongs to, by the first mail of it: the first reference, or what it answers, or itself. A program that
 * names only our answer is led back by it.
 */
export function threadOf({ references, in_reply_to, message_id }: MailHead): string {
  const first = references[0] ?? (in_reply_to || message_id)
  return OURS.exec(first)?.[1] ?? hashOf(first)
}

/** The same for the same mail of the same sender: nobody keeps a mail of another from being answered. */
export const externalIdOf = ({ from, message_id }: MailHead, fallback: string): string =>
  hashOf(`${from} ${message_id || fallback}`)

/** What was sent from here and is named in a mail that says it was not delivered. */
export function oursIn(message: Uint8Array, own: string): string[] {
  const domain = own.slice(own.lastIndexOf('@') + 1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const ours = new RegExp(`<[0-9a-f-]{36}\\.[0-9a-f]{32}@${domain}>`, 'gi')
  return [...new Set(Buffer.from(message).toString('latin1').match(ours) ?? [])].slice(0, 10)
}
