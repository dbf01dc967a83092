/**
 * A stand-in for the mailbox of a person or a firm: an inbox that is read by IMAP, and a server that sends by SMTP, of one account.
 * `node peers/mailbox/server.ts PORT IMAP_PORT SMTP_PORT` runs it as a process of its own: `POST /write` puts a mail into the inbox, `GET
 * /sent` tells what was sent, and `POST /behave` says what comes next.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { type Reply, startReplyServer } from '#peers/reply-server.ts'
import { type Behaviour, type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { createImapServer, type ImapState } from './imap.ts'

export const ACCOUNT = { address: 'help@clinic.example', password: 'password of the mailbox' }

export interface MailFromPerson {
  from: string
  name?: string
  subject?: string
  text?: string
  html?: string
  message_id?: string
  in_reply_to?: string
  references?: string[]
  headers?: Record<string, string>
  attachments?: object[]
}

export interface SentMail {
  to: string
  subject: string
  text: string
  html: string | null
  message_id: string
  in_reply_to: string
  references: string
  headers: Record<string, string>
  files: { name: string; mime: string; text: string }[]
}

export interface MailboxPeer {
  imap: ImapState
  imap_port: number
  smtp: SmtpPeer
  /** @returns the Message-ID */
  write(mail: MailFromPerson): Promise<string>
  put(raw: Buffer): void
  sent(): Promise<SentMail[]>
  close(): Promise<void>
}

/** What the owner of the account enters. */
export const mailboxSettings = ({ imap_port, smtp_port }: { imap_port: number; smtp_port: number }) => ({
  ...{ mail_address: ACCOUNT.address, mail_password: ACCOUNT.password },
  ...{ imap_host: '127.0.0.1', imap_port, smtp_host: '127.0.0.1', smtp_port },
})

async function rawMail(mail: MailFromPerson, message_id: string): Promise<Buffer> {
  const { from, name = 'Asha Rao', subject = 'A question', text, html, in_reply_to, references, headers } = mail
  return new MailComposer({
    ...{ from: { name, address: from }, to: ACCOUNT.address, subject, messageId: message_id },
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(in_reply_to !== undefined && { inReplyTo: in_reply_to }),
    ...(references && { references }),
    ...(headers && { headers }),
    ...(mail.attachments && { attachments: mail.attachments }),
  })
    .compile()
    .build()
}

async function readSent(raw: string): Promise<SentMail> {
  const mail = await PostalMime.parse(raw)
  return {
    ...{ to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', text: (mail.text ?? '').trim() },
    ...{ html: mail.html ?? null, message_id: mail.messageId ?? '' },
    ...{ in_reply_to: mail.inReplyTo ?? '', references: mail.references ?? '' },
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    files: mail.attachments.map(({ filename, mimeType, content }) => ({
      ...{ name: filename ?? '', mime: mimeType },
      text: typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString(),
    })),
  }
}

/** @param ports 0 takes any free one */
export async function startMailbox(ports = { imap: 0, smtp: 0 }): Promise<MailboxPeer> {
  const imap: ImapState = {
    ...{ user: ACCOUNT.address, password: ACCOUNT.password },
    ...{ uid_validity: 7, uid_next: 100, mails: [], next: [] },
  }
  const sockets = new Set<Socket>()
  const server = createImapServer(imap, sockets).listen(ports.imap, '127.0.0.1')
  await once(server, 'listening')
  const smtp = await startSmtpPeer({ port: ports.smtp, user: ACCOUNT.address, pass: ACCOUNT.password })
  const put = (raw: Buffer) => {
    imap.mails.push({ uid: imap.uid_next++, raw, seen: false, received_at: new Date() })
  }
  return {
    ...{ imap, smtp, put, imap_port: (server.address() as AddressInfo).port },
    async write(mail) {
      const message_id = mail.message_id ?? `<${randomUUID()}@people.example>`
      put(await rawMail(mail, message_id))
      return message_id
    },
    sent: () => Promise.all(smtp.received.map(({ raw }) => readSent(raw))),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await smtp.close()
    },
  }
}

interface Script {
  imap?: ImapState['next']
  smtp?: Behaviour[]
}

async function answer(mailbox: MailboxPeer, url: string, body: Buffer): Promise<Reply> {
  if (url === '/sent') return { status: 200, json: await mailbox.sent() }
  if (url === '/unread') return { status: 200, json: mailbox.imap.mails.filter(({ seen }) => !seen).length }
  if (url === '/write') {
    const message_id = await mailbox.write(JSON.parse(body.toString()) as MailFromPerson)
    return { status: 200, json: { message_id } }
  }
  if (url === '/behave') {
    const { imap = [], smtp } = JSON.parse(body.toString()) as Script
    mailbox.imap.next.push(...imap)
    if (smtp) mailbox.smtp.behave(...smtp)
  }
  return { status: 200, json: {} }
}

if (import.meta.main) {
  const [port = 0, imap = 0, smtp = 0] = process.argv.slice(2).map(Number)
  const mailbox = await startMailbox({ imap, smtp })
  const { url } = await startReplyServer(port, (request, body) => answer(mailbox, request.url ?? '/', body))
  console.log(url)
}
