/** Sends a mail by the server of its owner (RFC 5321), and tells what was certainly not sent from what perhaps was. */
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { ChannelApiError, type FileToUpload, type SendResult } from './channel-api.ts'
import { isThisMachine, type MailServer, reachMailServer, SILENCE_MS, tlsNameOf } from './mail-server.ts'

const TLS_PORT = 465

/** A mail as its parts; nothing of a part can end a header. */
export interface MailToSend {
  from: string
  to: string
  subject: string
  text: string
  html: string | null
  files: readonly FileToUpload[]
  /** Between angle brackets, as the next two are. */
  message_id: string
  in_reply_to: string | null
  references: readonly string[]
}

const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}]/u

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

const toWrite = ({ from, to, subject, text, html, files, ...ids }: MailToSend) =>
  new MailComposer({
    ...{ from: { name: '', address: from }, to: { name: '', address: to }, subject, text, messageId: ids.message_id },
    ...(html !== null && { html }),
    ...(ids.in_reply_to !== null && { inReplyTo: ids.in_reply_to, references: [...ids.references] }),
    attachments: files.map(({ name, mime, bytes }) => ({
      ...{ filename: name, contentType: mime, content: Buffer.from(bytes), contentDisposition: 'attachment' as const },
    })),
    // Tells other programs not to reply automatically (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
    .compile()
    .build()

type Connection = InstanceType<typeof SMTPConnection>

/** A connection that has signed in. @throws SmtpError, ChannelApiError */
async function connect(server: MailServer, allow: ReadonlySet<string>, signal: AbortSignal): Promise<Connection> {
  const { host, port, user, password: pass } = server
  const { address } = await reachMailServer(server, allow, 'smtp_host')
  signal.throwIfAborted()
  const secure = port === TLS_PORT
  const connection = new SMTPConnection({
    ...{ host: address, port, secure, tls: tlsNameOf(host), socket: new Socket({ signal }) },
    ...(!secure && !isThisMachine(host) && { requireTLS: true }),
    ...{ connectionTimeout: SILENCE_MS, greetingTimeout: SILENCE_MS, socketTimeout: SILENCE_MS },
  })
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
  // What breaks later is told by what is waited for.
  connection.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    connection.login({ user, pass }, (error) => (error ? reject(error) : resolve()))
  })
  return connection
}

const inWords = ({ response, message }: SmtpError): string => `The SMTP server: ${(response ?? message).slice(0, 200)}`

const isSignIn = ({ code, responseCode = 0 }: SmtpError): boolean => code === 'EAUTH' && responseCode >= 500

function resultOf(error: SmtpError, left: boolean): SendResult {
  const why = inWords(error)
  const { responseCode = 0, command = '' } = error
  if (isSignIn(error)) return { type: 'later', why, after_s: null, signed_out: true }
  // The server’s own word counts; without one a mail that left may have arrived.
  if (responseCode === 0 && left) return { type: 'unknown', why }
  const isFinal = responseCode >= 500 && /^(?:RCPT TO|DATA)/.test(command)
  return isFinal ? { type: 'refused', why, reason: null } : { type: 'later', why, after_s: null }
}

/** Never throws for what the server or the network says. */
export async function sendMail(
  server: MailServer,
  mail: MailToSend,
  { allow, signal }: { allow: ReadonlySet<string>; signal: AbortSignal },
): Promise<SendResult> {
  const { from, to, subject, message_id, references } = mail
  if ([from, to, subject, message_id, ...references].some((line) => UNSAFE.test(line)))
    return { type: 'refused', why: 'A header of the mail holds a control character.', reason: null }
  const bytes = await toWrite(mail)
  let left = false
  // Read when the server asks for the content, which is after it took the addresses.
  const content = new Readable({
    read() {
      left = true
      this.push(bytes)
      this.push(null)
    },
  })
  let connection: Connection | null = null
  try {
    const opened = await connect(server, allow, signal)
    connection = opened
    await new Promise<void>((resolve, reject) => {
      opened.once('end', () => reject(new Error('The connection broke.')))
      opened.send({ from, to: [to], size: bytes.length }, content, (error) => (error ? reject(error) : resolve()))
    })
    return { type: 'sent', id: message_id }
  } catch (error) {
    if (error instanceof ChannelApiError) return { type: 'later', why: error.message, after_s: null }
    return resultOf(error as SmtpError, left)
  } finally {
    connection?.close()
  }
}

/** Signs in, and sends nothing. @throws ChannelApiError; the reason of the signal when that ends it */
export async function trySmtp(server: MailServer, allow: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  try {
    const connection = await connect(server, allow, signal)
    connection.quit()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ChannelApiError) throw error
    const field = isSignIn(error as SmtpError) ? 'mail_password' : 'smtp_host'
    throw new ChannelApiError(inWords(error as SmtpError), field === 'smtp_host', field)
  }
}
