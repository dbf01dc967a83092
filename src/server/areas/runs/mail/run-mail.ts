/**
 * `ctx.mail` of the nodes. Without a credential the operator's server sends it from the outbox; with one, the server of its owner does, at
 * once. Either way visitors send nothing, and nobody sends as much as would make this a source of spam.
 */
import { AppError } from '#contract/core/errors.ts'
import { UserId } from '#contract/core/primitives.ts'
import { readFile } from '#nodes/lib/document/file-reference.ts'
import { NodeError } from '#nodes/node.ts'
import type { FileReader, FilesPort, MailPort, MailRequest, RunAs } from '#nodes/ports.ts'
import { executionOfKey } from '#server/areas/runs/files/run-files.ts'
import { type MailSettings, parseMailAddress } from '#server/gateways/mail/settings.ts'
import { createMailGateway, MailDeferred, MailRefused, type OutgoingMail } from '#server/gateways/mail.ts'
import { reach } from '#server/gateways/outbound/reach.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import { secretsOf } from '#server/gateways/vault/try-out.ts'
import { type Secret, type Vault, wrongType } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import type { Attachment } from '#server/platform/mail/mail.store.ts'
import { parseAddress, queueMail } from '#server/platform/mail/mail.ts'
import { toOneLine } from '#server/platform/mail/quote-text.ts'
import { writeThroughOutage } from '#server/platform/mail/sender.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { type Deliveries, deliveriesOf } from './deliveries.ts'

export interface RunMailParts {
  db: Database
  vault: Pick<Vault, 'open'>
  files: Pick<FilesPort, 'open'>
  /** `host:port` the operator allows although private. */
  allow: readonly string[]
  brand: ReadBrand
}

const MOST_RECIPIENTS = 20
const MOST_TEXT = 200_000
const MOST_ATTACHED = 15_000_000
const MOST_FILES = 10
/** Mails an hour over one's own server. */
const OWN_PER_HOUR = 1000

const invalid = (message: string, field: string) => new NodeError('mail_invalid', message, { field })

interface Checked {
  to: string[]
  subject: string
  text: string
  reply_to: string | null
  attachments: (Attachment & { bytes: Uint8Array })[]
}

function checkedAddress(text: string, field: string): string {
  try {
    return parseAddress(text)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw invalid(`“${toOneLine(text).slice(0, 100)}” isn’t an email address`, field)
  }
}

/** @throws NodeError `mail_invalid`, `file_not_found`, `file_too_large` */
async function checked({ files }: RunMailParts, mail: MailRequest, reader: FileReader): Promise<Checked> {
  const to = [...new Set([mail.to].flat().map((address) => checkedAddress(address, 'to')))]
  if (to.length === 0) throw invalid('Enter at least one address', 'to')
  if (to.length > MOST_RECIPIENTS) throw invalid(`Use up to ${MOST_RECIPIENTS} addresses at a time`, 'to')
  // Rejected rather than repaired: a line break here is an attempt to add a header.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject)) throw invalid('The subject must be one line', 'subject')
  if (mail.subject.trim() === '') throw invalid('Enter a subject', 'subject')
  if (mail.text.length > MOST_TEXT) throw invalid(`An email can have up to ${MOST_TEXT} characters`, 'text')
  const ids = mail.attachments ?? []
  if (ids.length > MOST_FILES) throw invalid(`Use up to ${MOST_FILES} files`, 'attachments')
  const attachments: Checked['attachments'] = []
  let bytes = 0
  for (const file_id of ids) {
    const file = await readFile(await files.open(file_id, reader))
    bytes += file.bytes.length
    if (bytes > MOST_ATTACHED)
      throw new NodeError('file_too_large', 'An email’s files can be up to 15 MB in total', { field: 'attachments' })
    attachments.push({ ...file, file_id, name: toOneLine(file.name) })
  }
  const reply_to = mail.reply_to ? checkedAddress(mail.reply_to, 'reply_to') : null
  return { to, subject: toOneLine(mail.subject), text: mail.text, reply_to, attachments }
}

/** The same for the same mail of the same step of a run. */
const idOf = (key: string, to: string): string => uuidOf(['mail', key, to])

async function count(db: Database, name: string, who: RunAs, recipients: number, max: number): Promise<void> {
  const user = 'user_id' in who.owner ? who.owner.user_id : ''
  try {
    for (let taken = 0; taken < recipients; taken++)
      await enforceRateLimit(db, [rateLimitFor(name, { key: user, shared: false }, max)])
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new NodeError('mail_limit', `An account can send up to ${max} emails per hour.`, { retryable: true })
  }
}

/** A mail to the addresses that are left. */
interface Outgoing {
  mail: Checked
  key: string
  left: readonly string[]
  deliveries: Deliveries
}

function queued({ db }: RunMailParts, { mail, key, left, deliveries }: Outgoing, owner_id: UserId): Promise<void> {
  const { subject, text, reply_to } = mail
  const attachments = mail.attachments.map(({ bytes: _, ...file }) => file)
  const run = executionOfKey(key)
  return db.transaction().execute(async (tx) => {
    for (const address of left) {
      await deliveries.add(tx, address)
      await queueMail(tx, {
        id: idOf(key, address),
        ...(run && { execution_id: run }),
        owner_id,
        to: address,
        subject,
        text,
        ...(reply_to !== null && { reply_to }),
        ...(attachments.length > 0 && { attachments }),
      })
    }
  })
}

/** The mail server of a credential, its address checked. @throws NodeError `url_refused`, `http_failed`, `mail_invalid` */
export async function resolveMailServer({ fields }: Secret, allow: ReadonlySet<string>): Promise<MailSettings> {
  const { host = '', port = '587', user = '', password = '', from = '' } = fields
  const { address } = await reach(host, Number(port), allow)
  const sender = parseMailAddress(from)
  if (!sender) throw invalid('The credential’s sender isn’t an email address', 'credential')
  const auth = user === '' ? null : { user, pass: password }
  return { host, port: Number(port), secure: port === '465', auth, from: sender, reached: address }
}

/** @throws NodeError `mail_failed` when a later attempt may succeed, else `mail_refused` */
function reportFailures(failures: readonly Error[], addresses: number, clean: (text: string) => string): void {
  const deferred = failures.find((error) => !(error instanceof MailRefused))
  const error = deferred ?? failures[0]
  if (error === undefined) return
  const what = deferred ? 'did not take the mail' : 'refused the mail'
  // Without file names: the seller of an agent reads why its runs fail, but not what buyers entered.
  const whose = addresses > 1 ? ` for ${failures.length} of ${addresses} addresses` : ''
  const message = `The mail server ${what}${whose}: ${clean(error.message).slice(0, 300)}`
  throw new NodeError(deferred ? 'mail_failed' : 'mail_refused', message, { retryable: deferred !== undefined })
}

/** An address that is not served keeps no other one from its mail. */
async function sent(
  parts: RunMailParts,
  secret: Secret,
  { mail, key, left, deliveries }: Outgoing,
  signal: AbortSignal,
): Promise<void> {
  // Sent by the account’s own server: the logo of the installation is not theirs.
  const brand = async () => ({ name: parts.brand().name, accent: null, logo: null })
  const gateway = createMailGateway(await resolveMailServer(secret, new Set(parts.allow)), brand)
  const { subject, text, reply_to, attachments } = mail
  const failures: Error[] = []
  for (const to of left) {
    signal.throwIfAborted()
    // An attempt that ran out of time may have been sending this one while the next attempt began.
    if ((await deliveries.left([to])).length === 0) continue
    const message_id = `<${idOf(key, to)}@${gateway.domain}>`
    const outgoing: OutgoingMail = { message_id, to, subject, text, reply_to, attachments }
    try {
      await gateway.send(outgoing)
    } catch (cause) {
      failures.push(cause as Error)
      if (cause instanceof MailRefused || cause instanceof MailDeferred) continue
      break
    }
    await writeThroughOutage(() => deliveries.add(parts.db, to))
  }
  reportFailures(failures, mail.to.length, createRedactor(secretsOf(secret)).text)
}

export const createRunMailPort = (parts: RunMailParts): MailPort => ({
  async send(request, who, key, signal) {
    if (!('user_id' in who.owner))
      throw new NodeError('mail_needs_account', 'Email is sent only for signed-in users. Sign in and run it again.')
    const mail = await checked(parts, request, { owner: who.owner, execution_id: executionOfKey(key) })
    const recipients = mail.to.length
    const { subject, text, reply_to, attachments } = mail
    const files = attachments.map(({ file_id }) => file_id)
    const deliveries = await deliveriesOf(parts.db, key, [subject, text, reply_to, files])
    const left = await deliveries.left(mail.to)
    const outgoing: Outgoing = { mail, key, left, deliveries }
    if (!request.credential) {
      const { run_mails_per_hour } = await readLimits(parts.db)
      await count(parts.db, 'run-mail', who, left.length, run_mails_per_hour)
      await queued(parts, outgoing, UserId.parse(who.owner.user_id))
      return { sent: 'queued', recipients }
    }
    const secret = await parts.vault.open(request.credential, who)
    if (secret.type !== 'smtp') throw wrongType(secret.name, 'a mail server')
    await count(parts.db, 'own-mail', who, left.length, OWN_PER_HOUR)
    await sent(parts, secret, outgoing, signal)
    return { sent: 'sent', recipients }
  },
})
