/**
 * Reads emails in a thread. The parser takes minutes for some messages of a few megabytes, such as one of empty lines, so it never runs in
 * the server's own thread and is stopped after a while.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import PostalMime from 'postal-mime'
import type { ParseReply, ReceivedMail } from './received-mail.ts'

/** An email that is refused for good: sending it again does not help. */
export class UnreadableMail extends Error {
  /** SMTP: the transaction failed (RFC 5321, section 4.2.3). */
  readonly responseCode = 554
}

const LONGEST_READ_MS = 15_000
const AT_ONCE = 2
const HEAP_MB = 512
/**
 * Every part begins after a line that starts with `--`. Ordinary messages have fewer than 50 parts, but lines of text or of an attached
 * diff may start in the same way.
 */
const MOST_PARTS = 2000
const LONGEST_HEADER = 65_536

const program = new URL('./thread.ts', import.meta.url)
let running = 0
const waiting: (() => void)[] = []

/** @throws UnreadableMail */
export async function parseMail(message: Uint8Array): Promise<ReceivedMail> {
  checkParts(message)
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await readInThread(message)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function readInThread(message: Uint8Array): Promise<ReceivedMail> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB }
  const worker = new Worker(program, { name: 'mail', env: {}, execArgv: [], workerData: message, resourceLimits })
  try {
    const signal = AbortSignal.timeout(LONGEST_READ_MS)
    const [reply] = (await once(worker, 'message', { signal })) as [ParseReply]
    if ('mail' in reply) return reply.mail
    throw new UnreadableMail(`The message cannot be read: ${reply.error.slice(0, 200)}`)
  } catch (cause) {
    if (cause instanceof UnreadableMail) throw cause
    const { name, code } = cause as { name?: string; code?: string }
    if (name === 'AbortError') throw new UnreadableMail('The message takes too long to read', { cause })
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new UnreadableMail('The message takes too much memory', { cause })
    throw cause
  } finally {
    await worker.terminate()
  }
}

/** @throws UnreadableMail */
function checkParts(message: Uint8Array): void {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  let lines = 0
  for (let at = bytes.indexOf('\n--'); at !== -1; at = bytes.indexOf('\n--', at + 1)) {
    if (++lines > MOST_PARTS) throw new UnreadableMail('The message has too many parts')
  }
}

/** What the headers of a mail say. */
export interface MailHead {
  /** In lower case; '' when the mail names no sender. */
  from: string
  from_name: string
  subject: string
  /** Between angle brackets; '' for none. */
  message_id: string
  /** The mails that it follows, oldest first, between angle brackets. */
  references: string[]
  in_reply_to: string
  /** In lower case, of a header that comes more than once all of them. */
  header(name: string): string[]
}

const idsIn = (text: string | undefined): string[] => text?.match(/<[^<>\s]{1,500}>/g) ?? []

/** Reads the headers among the first 64 KB. */
export async function readHead(message: Uint8Array): Promise<MailHead> {
  const bytes = Buffer.from(message.buffer, message.byteOffset, Math.min(message.byteLength, LONGEST_HEADER))
  const end = bytes.toString('latin1').search(/\r?\n\r?\n/)
  const mail = await PostalMime.parse(end === -1 ? bytes : bytes.subarray(0, end))
  return {
    from: mail.from?.address?.toLowerCase() ?? '',
    from_name: mail.from?.name ?? '',
    subject: mail.subject ?? '',
    message_id: idsIn(mail.messageId)[0] ?? '',
    references: idsIn(mail.references),
    in_reply_to: idsIn(mail.inReplyTo)[0] ?? '',
    header: (name) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase()),
  }
}

/** The address in the From header, in lower case; '' when there is none among the first 64 KB of headers. */
export const readSender = async (message: Uint8Array): Promise<string> => (await readHead(message)).from
