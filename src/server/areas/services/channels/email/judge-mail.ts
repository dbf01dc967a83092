/** Whether a mail is from a person who expects an answer (RFC 3834). What answers programs has them answer in turn, without end. */
import { MAIL_ADDRESS } from '#contract/services/channel-values.ts'
import type { MailHead } from '#server/gateways/mail-reader/mail-reader.ts'

/** Headers of mailing lists (RFC 2369, RFC 2919), and of programs that reply. */
const NEVER = [
  'list-id',
  'list-post',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-loop',
  'x-failed-recipients',
]
const NOBODY = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+@.-]|$)/

const says = (head: MailHead, name: string, words: RegExp): boolean => head.header(name).some((one) => words.test(one))

/** Sent by a program: an answer that was not asked for, a bulk mail, a list, or news of a delivery. */
function isAutomatic(head: MailHead): boolean {
  return (
    head.header('auto-submitted').some((one) => !one.startsWith('no')) ||
    says(head, 'precedence', /^(?:bulk|list|junk|auto_reply)/) ||
    says(head, 'x-auto-response-suppress', /\b(?:all|oof|autoreply)\b/) ||
    NEVER.some((name) => head.header(name).length > 0) ||
    says(head, 'return-path', /^<\s*>$/) ||
    says(head, 'content-type', /^multipart\/report/)
  )
}

/** The verdict of the mail server that took it, which is on top (RFC 8601). Those of other servers may be forged, but only to one’s own harm. */
const isForged = (head: MailHead): boolean => /\bdmarc=fail\b/.test(head.header('authentication-results')[0] ?? '')

/** @param own the address of the channel */
export const isForAnswering = (head: MailHead, own: string): boolean =>
  MAIL_ADDRESS.test(head.from) && head.from !== own && !NOBODY.test(head.from) && !isAutomatic(head) && !isForged(head)
