/**
 * Email: a mailbox of the owner, which is read by IMAP and answered by SMTP. Nothing is delivered to an address of the channel. That a mail
 * is in the mailbox is all that is proven: who sent it is what the mail says.
 */
import type { ChannelKind, Connection, MailboxPosition, Outgoing } from '#server/areas/services/channels/kind/kind.ts'
import { refuseDelivery } from '#server/areas/services/channels/kind/proof.ts'
import { ChannelApiError } from '#server/gateways/channels/channel-api.ts'
import { type Inbox, withInbox } from '#server/gateways/channels/imap.ts'
import type { MailServer } from '#server/gateways/channels/mail-server.ts'
import { sendMail, trySmtp } from '#server/gateways/channels/smtp.ts'
import { UnreadableMail } from '#server/gateways/mail-reader/mail-reader.ts'
import { DAY_MS } from '#shared/time.ts'
import { ourMessageId } from './mail-ids.ts'
import { readFile, readMail } from './read-mail.ts'
import { toMail } from './to-mail.ts'

const signInOf = ({ settings, secrets }: Connection) => ({
  user: settings.mail_user || settings.mail_address,
  password: secrets.mail_password,
})
const imapOf = (at: Connection): MailServer => ({
  ...signInOf(at),
  ...{ host: at.settings.imap_host, port: at.settings.imap_port },
})
const smtpOf = (at: Connection): MailServer => ({
  ...signInOf(at),
  ...{ host: at.settings.smtp_host, port: at.settings.smtp_port },
})

const accountOf = (at: Connection): string => `${signInOf(at).user} at ${at.settings.imap_host}`

const positionAt = (account: string, uid_validity: string, uid_next: number): MailboxPosition => ({
  ...{ account, uid_validity, uid_next },
  at: new Date().toISOString(),
})

/** The same mailbox as before; or one whose mails were given other numbers, where those that nobody has read since are new. */
const listNew = (inbox: Inbox, from: MailboxPosition) =>
  inbox.uid_validity === from.uid_validity
    ? inbox.listFrom(from.uid_next)
    : inbox.listUnread(new Date(new Date(from.at).getTime() - DAY_MS))

const subjectOf = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject || 'Your message'}`)

function mailOf({ to, thread, text, files, reference, envelope }: Outgoing, own: string) {
  const answered = envelope?.message_id ? envelope.message_id : null
  return {
    ...{ from: own, to, ...toMail(text), files, subject: subjectOf(envelope?.subject ?? '') },
    message_id: ourMessageId(reference, thread, own),
    in_reply_to: answered,
    references: answered === null ? [] : [...(envelope?.references ?? []), answered],
  }
}

/** @param allowed `host:port` of what is called although it is not on the public internet */
export function emailKind(allowed: readonly string[]): ChannelKind {
  const allow = new Set(allowed)
  const inboxOf = <T>(at: Connection, signal: AbortSignal, work: (inbox: Inbox) => Promise<T>): Promise<T> =>
    withInbox({ server: imapOf(at), allow }, signal, work)
  const trySignIns = async (at: Connection, signal: AbortSignal): Promise<void> => {
    await inboxOf(at, signal, async () => {})
    await trySmtp(smtpOf(at), allow, signal)
  }
  return {
    kind: 'email',
    name: 'The mailbox',
    fields: ['mail_address', 'mail_user', 'mail_password', 'imap_host', 'imap_port', 'smtp_host', 'smtp_port'],
    required: {
      mail_address: 'Enter the email address.',
      imap_host: 'Enter the server for incoming mail.',
      smtp_host: 'Enter the server for outgoing mail.',
      mail_password: 'Enter the password.',
    },
    refusal: 'The mailbox couldn’t be opened',
    address_first: false,
    asks_consent_at_first: true,
    window_ms: null,
    answers_without_files: true,
    read: () => refuseDelivery('Nothing is delivered to a channel by email.'),
    async identify(connection, signal) {
      await trySignIns(connection, signal)
      return { account: accountOf(connection), display_name: connection.settings.mail_address }
    },
    async check(connection, _address, signal) {
      await trySignIns(connection, signal)
      return null
    },
    begin: (connection, signal) =>
      inboxOf(connection, signal, async ({ uid_validity, uid_next }) =>
        positionAt(accountOf(connection), uid_validity, uid_next),
      ),
    collect: (connection, from, { take, keep }, signal) =>
      inboxOf(connection, signal, async (inbox) => {
        const { uid_validity, uid_next } = inbox
        const isSame = uid_validity === from.uid_validity
        const position = (next: number) => positionAt(accountOf(connection), uid_validity, next)
        for (const found of await listNew(inbox, from)) {
          signal.throwIfAborted()
          const delivered = await readMail(inbox, found, connection.settings.mail_address)
          await take(delivered)
          if (isSame) await keep(position(found.uid + 1))
          // What is not answered stays unread, for its owner.
          if (delivered.messages.length > 0) await inbox.markRead(found.uid)
        }
        if (!isSame) await keep(position(uid_next))
      }),
    send: (connection, message, signal) =>
      sendMail(smtpOf(connection), mailOf(message, connection.settings.mail_address), { allow, signal }),
    async download(connection, media, most_bytes, signal) {
      const file = await inboxOf(connection, signal, (inbox) => readFile(inbox, media)).catch((error: unknown) => {
        if (error instanceof UnreadableMail) throw new ChannelApiError(error.message, false)
        throw error
      })
      if (file === null) throw new ChannelApiError('The mail is no longer in the inbox.', false)
      if (file.bytes.length > most_bytes) throw new ChannelApiError('The file is too large.', false)
      return file
    },
  }
}
