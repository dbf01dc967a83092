/** Outgoing mail over SMTP (RFC 5321): one message to one address. What may be tried again is told from what may not. */
import { isIP, Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { renderHtml } from './mail/html.ts'
import type { MailSettings } from './mail/settings.ts'

export interface OutgoingMail {
  /** `<id@host>`, the same at every attempt, so that a server that gets it twice can tell. */
  message_id: string
  to: string
  reply_to: string | null
  subject: string
  text: string
  attachments?: readonly { name: string; mime: string; bytes: Uint8Array }[]
}

export interface MailGateway {
  /** The right half of every Message-ID. */
  readonly domain: string
  /** Resolves once the server has taken the message over. @throws MailRefused, or MailDeferred or Error when it may be tried again */
  send(mail: OutgoingMail): Promise<void>
}

/** The server will not take this message, however often it is asked. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The server does not take this message now. It may take others. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}

/** However slow a server is, an attempt ends; `sender.ts` leaves a mail alone for longer than this. */
export const ATTEMPT_MS = 60_000
const SILENCE_MS = 20_000

const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** The second guard against a header that ends early: `queueMail` is the first. @throws MailRefused */
function guarded(mail: OutgoingMail): OutgoingMail {
  for (const line of [mail.to, mail.subject, mail.reply_to ?? '', mail.message_id])
    if (UNSAFE.test(line)) throw new MailRefused('A header of the mail holds a control character')
  return mail
}

interface SmtpError extends Error {
  responseCode?: number
  command?: string
  response?: string
}

/** 5xx to the recipient or to the message itself is final; a refused sign-in or sender is the operator's to repair. */
function judged(error: unknown): Error {
  const { responseCode = 0, command = '', response, message } = error as SmtpError
  const said = response ?? message
  if (responseCode > 0 && /^(?:RCPT TO|DATA)/.test(command))
    return responseCode >= 500 ? new MailRefused(said) : new MailDeferred(said, { cause: error })
  return new Error(said, { cause: error })
}

const attached = ({ name, mime, bytes }: { name: string; mime: string; bytes: Uint8Array }) => ({
  filename: name,
  contentType: mime,
  content: Buffer.from(bytes),
  contentDisposition: 'attachment' as const,
})

/** @param signal cuts the connection off */
const transportOf = ({ host, port, secure, auth, reached }: MailSettings, signal?: AbortSignal) =>
  createTransport({
    ...(signal && { socket: new Socket({ signal }) }),
    host: reached ?? host,
    ...(reached !== undefined && isIP(host) === 0 && { tls: { servername: host } }),
    port,
    secure,
    ...(auth && { auth }),
    // Credentials and reset links cross only a connection that is encrypted, unless the server is this very machine.
    ...(!secure && auth && !/^(?:localhost|127\.|::1$)/.test(host) && { requireTLS: true }),
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Speaks with the server and signs in, and sends nothing. @throws Error with what it said; the reason of the signal when that ends it */
export async function tryMailServer(settings: MailSettings, signal?: AbortSignal): Promise<void> {
  const transport = transportOf(settings, signal)
  try {
    await transport.verify()
  } catch (error) {
    signal?.throwIfAborted()
    throw judged(error)
  } finally {
    transport.close()
  }
}

/** How the sender presents itself. */
export interface MailBrand {
  name: string
  /** As `#rrggbb`; null for ours. */
  accent: string | null
  /** A PNG that goes with the mail; null shows the name. */
  logo: Buffer | null
}

const LOGO_CID = 'logo@brand'
const logoPart = (content: Buffer) => ({
  filename: 'logo.png',
  contentType: 'image/png',
  content,
  cid: LOGO_CID,
  contentDisposition: 'inline' as const,
})

/** @param readBrand asked for each mail, so that one that waited looks as others do */
export function createMailGateway(settings: MailSettings, readBrand: () => Promise<MailBrand>): MailGateway {
  const { from } = settings
  const transport = transportOf(settings)
  return {
    domain: from.address.slice(from.address.lastIndexOf('@') + 1),
    async send(mail) {
      const { to, reply_to, subject, text, message_id, attachments } = guarded(mail)
      const { name, accent, logo } = await readBrand()
      try {
        await transport.sendMail({
          from: { name: from.name || name, address: from.address },
          to: { name: '', address: to },
          ...(reply_to !== null && { replyTo: { name: '', address: reply_to } }),
          subject,
          text,
          html: renderHtml(text, { name, accent, logo: logo && `cid:${LOGO_CID}` }),
          messageId: message_id,
          attachments: [...(logo ? [logoPart(logo)] : []), ...(attachments ?? []).map(attached)],
          // Tells other programs not to reply automatically (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(ATTEMPT_MS),
        })
      } catch (error) {
        throw judged(error)
      }
    },
  }
}
