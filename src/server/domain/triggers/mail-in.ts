/** A mail that came for a workflow: read, its attachments kept as files of the owner, its run started once. */
import { randomUUID } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'
import type { Json, JsonObject, UserId } from '#contract/primitives.ts'
import { plainText } from '#nodes/data/html-text.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { emailTrigger } from '#nodes/triggers/email-trigger.ts'
import type { Database } from '#server/database/database.ts'
import type { RunRequest } from '#server/domain/executions/start.ts'
import { claimKey, freeKey, keepRun } from './keys.store.ts'
import { requestFor, versionAt } from './public.ts'
import { findAddress } from './triggers.store.ts'

export interface MailDeps {
  db: Database
  files: Pick<FilesPort, 'write'>
  start(request: RunRequest): Promise<{ execution_id: string }>
}

const MOST_ATTACHMENTS = 20
const LONGEST_TEXT = 500_000

export const knowsMailbox = async (db: Database, name: string): Promise<boolean> =>
  (await findAddress(db, 'email', name)) !== null

const addressesOf = (given: readonly Address[] | undefined): string[] =>
  (given ?? []).flatMap((one) => (one.address ? [one.address] : (one.group ?? []).map(({ address }) => address)))

/** `asha@example.in`, or `@example.in` for everybody there. */
const isFrom = (sender: string, allowed: string): boolean =>
  allowed.startsWith('@') ? sender.endsWith(allowed.toLowerCase()) : sender === allowed.toLowerCase()

const clean = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, LONGEST_TEXT)

/** Starts the workflow of a mailbox. A mail from somebody who is not among its senders starts nothing; the same mail again neither. */
export async function receiveMail(deps: MailDeps, name: string, message: Uint8Array): Promise<void> {
  const row = await findAddress(deps.db, 'email', name)
  const settings = row && emailTrigger.config.safeParse(row.config)
  if (!row || !settings?.success) return
  const mail = await PostalMime.parse(message, { attachmentEncoding: 'arraybuffer' })
  const from = mail.from?.address?.toLowerCase() ?? ''
  const { senders, attachments } = settings.data
  if (senders.length > 0 && !senders.some((allowed) => isFrom(from, allowed))) return
  const key = mail.messageId ? `mail:${mail.messageId}` : null
  if (key !== null && !(await claimKey(deps.db, row.trigger_id, key)).first) return
  try {
    const input = inputOf(mail, from)
    if (attachments)
      Object.assign(input, await keepAttachments(deps.files, row.owner_id, mail, keyOfFiles(row.trigger_id, key)))
    const started = await deps.start(requestFor(row, await versionAt(deps.db, row), 'email', input))
    if (key !== null) await keepRun(deps.db, row.trigger_id, key, started.execution_id)
  } catch (error) {
    if (key !== null) await freeKey(deps.db, row.trigger_id, key)
    throw error
  }
}

/** Files of a mail are of no run: the run may go before them. A mail without an id is like no other. */
const keyOfFiles = (trigger: string, key: string | null): string => `mail:${trigger}:${key ?? randomUUID()}`

function inputOf(mail: Email, from: string): JsonObject {
  const html = mail.html === undefined ? null : clean(mail.html)
  const date = new Date(mail.date ?? '')
  return {
    from,
    from_name: clean(mail.from?.name ?? ''),
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    subject: clean(mail.subject ?? ''),
    text: clean(mail.text ?? (html === null ? '' : plainText(html, true))),
    html,
    message_id: mail.messageId ?? null,
    sent_at: Number.isNaN(date.getTime()) ? null : date.toISOString(),
    attachments: [],
    left_out: [],
  }
}

/** What cannot be kept is named with the reason: the rest of the mail is no worse for it. */
async function keepAttachments(
  files: MailDeps['files'],
  owner: UserId,
  mail: Email,
  key: string,
): Promise<{ attachments: Json[]; left_out: Json[] }> {
  const attachments: Json[] = []
  const left_out: Json[] = []
  for (const [index, { filename, mimeType, content }] of mail.attachments.entries()) {
    const name = clean(filename ?? `attachment-${index + 1}`)
    if (index >= MOST_ATTACHMENTS) {
      left_out.push({ name, reason: `Only ${MOST_ATTACHMENTS} attachments are kept` })
      continue
    }
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
    try {
      const file = { name, mime: mimeType, bytes }
      attachments.push({ ...(await files.write(file, { user_id: owner }, `${key}:${index}`)) })
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      left_out.push({ name, reason: error.message })
    }
  }
  return { attachments, left_out }
}
