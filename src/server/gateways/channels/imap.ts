/** Reads a mailbox by IMAP (RFC 9051): its inbox, as the owner of the account sees it. */
import type { ImapFlow } from 'imapflow'
import { EMAIL } from '#contract/services/channel-values.ts'
import { SECOND_MS } from '#shared/time.ts'
import { ChannelApiError } from './channel-api.ts'
import { isThisMachine, type MailServer, reachMailServer, SILENCE_MS, tlsNameOf } from './mail-server.ts'

const TLS_PORT = 993
const HEAD_BYTES = 65_536
const SPARE_BYTES = 1_000_000

export interface FoundMail {
  uid: number
  bytes: number
  /** When the server got it. */
  received_at: Date
}

/** The inbox of an account, while a connection is open. */
export interface Inbox {
  uid_validity: string
  /** The uid of the next mail that arrives, or a lower one. */
  uid_next: number
  /** Ascending. */
  listFrom(uid: number): Promise<FoundMail[]>
  /** Those that nobody has read, ascending. @param since of that day or later */
  listUnread(since: Date): Promise<FoundMail[]>
  /** The beginning of a mail, with its headers; null when it is gone. */
  readHead(uid: number): Promise<Uint8Array | null>
  /** A mail, of one that is larger than the server said its first part; null when it is gone. */
  readMail(uid: number): Promise<Uint8Array | null>
  markRead(uid: number): Promise<void>
}

/** What a server says when it does not take a sign-in now, but will. */
const PASSING = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])

interface Said extends Error {
  authenticationFailed?: boolean
  serverResponseCode?: string
  responseText?: string
}

function judged(error: unknown): Error {
  if (error instanceof ChannelApiError) return error
  const { authenticationFailed, serverResponseCode = '', responseText, message } = error as Said
  const said = (responseText ?? message).slice(0, 200)
  if (authenticationFailed !== true) return new ChannelApiError(`The IMAP server: ${said}`, true, 'imap_host')
  const isPassing = PASSING.has(serverResponseCode)
  return new ChannelApiError(`The IMAP server refused the sign-in: ${said}`, isPassing, 'mail_password')
}

async function connect(server: MailServer, allow: ReadonlySet<string>): Promise<ImapFlow> {
  const { host, port, user, password: pass } = server
  const [{ ImapFlow: Client }, { address }] = await Promise.all([
    import('imapflow'),
    reachMailServer(server, allow, 'imap_host'),
  ])
  const secure = port === TLS_PORT
  return new Client({
    // An address that was checked: no name is looked up again.
    ...{ host: address, port, secure, auth: { user, pass }, ...tlsNameOf(host) },
    ...(!secure && !isThisMachine(host) && { doSTARTTLS: true }),
    ...{ logger: false, disableAutoIdle: true, disableCompression: true, clientInfo: { name: 'Chowk' } },
    ...{ connectionTimeout: SILENCE_MS, greetingTimeout: SILENCE_MS, socketTimeout: SILENCE_MS },
    ...{ maxLineLength: SPARE_BYTES, maxLiteralSize: EMAIL.mail_bytes + HEAD_BYTES },
    maxResponseSize: EMAIL.mail_bytes + SPARE_BYTES,
  })
}

const FOUND = { uid: true, size: true, internalDate: true } as const
const BY_UID = { uid: true } as const

async function list(client: ImapFlow, range: string | number[], from: number): Promise<FoundMail[]> {
  if (range.length === 0) return []
  const found = await client.fetchAll(range, FOUND, BY_UID)
  return (
    found
      .map(({ uid, size = 0, internalDate }) => ({
        uid,
        bytes: size,
        received_at: new Date(internalDate ?? Date.now()),
      }))
      // A range that begins after the last mail has the last mail.
      .filter(({ uid }) => uid >= from)
      .toSorted((a, b) => a.uid - b.uid)
  )
}

async function openInbox(client: ImapFlow): Promise<Inbox> {
  const { uidValidity, uidNext } = await client.mailboxOpen('INBOX')
  const read = async (uid: number, source: { start: number; maxLength: number }) => {
    const found = await client.fetchOne(String(uid), { source }, BY_UID)
    return found ? (found.source ?? null) : null
  }
  return {
    ...{ uid_validity: String(uidValidity), uid_next: uidNext },
    listFrom: (uid) => list(client, `${uid}:*`, uid),
    listUnread: async (since) => list(client, (await client.search({ seen: false, since }, BY_UID)) || [], 0),
    readHead: (uid) => read(uid, { start: 0, maxLength: HEAD_BYTES }),
    readMail: (uid) => read(uid, { start: 0, maxLength: EMAIL.mail_bytes }),
    markRead: async (uid) => void (await client.messageFlagsAdd(String(uid), ['\\Seen'], BY_UID)),
  }
}

/**
 * Signs in, and works with the inbox until the work is done or the signal ends it.
 * @throws ChannelApiError `retryable` for what may pass; and what the work throws
 */
export async function withInbox<T>(
  { server, allow }: { server: MailServer; allow: ReadonlySet<string> },
  signal: AbortSignal,
  work: (inbox: Inbox) => Promise<T>,
): Promise<T> {
  const client = await connect(server, allow)
  // What broke is told by what was waited for.
  client.on('error', () => {})
  const cut = () => client.close()
  signal.addEventListener('abort', cut, { once: true })
  let worked: { value: T } | { error: unknown } | null = null
  try {
    signal.throwIfAborted()
    await client.connect()
    const inbox = await openInbox(client)
    worked = await work(guarded(inbox)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  } catch (error) {
    signal.throwIfAborted()
    throw judged(error)
  } finally {
    signal.removeEventListener('abort', cut)
    // A server that does not say goodbye holds nothing up.
    await Promise.race([client.logout().catch(() => {}), wait(SECOND_MS)])
    client.close()
  }
  if ('error' in worked) throw worked.error
  return worked.value
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** What the server says against a request, in our words; what is done with the mails keeps its own errors. */
function guarded(inbox: Inbox): Inbox {
  const guard =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await ask(...args)
      } catch (error) {
        throw judged(error)
      }
    }
  return {
    ...inbox,
    listFrom: guard(inbox.listFrom),
    listUnread: guard(inbox.listUnread),
    readHead: guard(inbox.readHead),
    readMail: guard(inbox.readMail),
    markRead: guard(inbox.markRead),
  }
}
