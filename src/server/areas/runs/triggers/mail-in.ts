/** A mail that came for a workflow: read, its attachments kept as files of the owner, its run started once. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { emailTrigger } from '#nodes/types/triggers/email-trigger.ts'
import { isRefusal } from '#server/areas/runs/executions/refusals.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import { parseMail, readSender } from '#server/gateways/mail-reader/mail-reader.ts'
import { MOST_ATTACHMENTS, type ReceivedMail } from '#server/gateways/mail-reader/received-mail.ts'
import type { Database } from '#server/platform/database/database.ts'
import { claimKey, keepRun, releaseKey } from './keys.store.ts'
import { buildStartRequest, requireRunnableVersion } from './public.ts'
import { type AddressRow, findAddress } from './triggers.store.ts'

export interface MailDeps {
  db: Database
  files: Pick<FilesPort, 'write'>
  start(request: RunRequest): Promise<{ execution_id: string }>
}

export const hasMailbox = async (db: Database, name: string): Promise<boolean> =>
  (await findAddress(db, 'email', name)) !== null

/** `asha@example.in`, or `@example.in` for the whole domain. */
const isFrom = (sender: string, allowed: string): boolean =>
  allowed.startsWith('@') ? sender.endsWith(allowed.toLowerCase()) : sender === allowed.toLowerCase()

interface Mailbox {
  row: AddressRow
  settings: z.output<typeof emailTrigger.config>
}

async function findMailbox(db: Database, name: string): Promise<Mailbox | null> {
  const row = await findAddress(db, 'email', name)
  const settings = row && emailTrigger.config.safeParse(row.config)
  return row && settings?.success ? { row, settings: settings.data } : null
}

const takesFrom = (sender: string, { settings: { senders } }: Mailbox): boolean =>
  senders.length === 0 || senders.some((allowed) => isFrom(sender, allowed))

/**
 * Reads a message once for all mailboxes it is for, and not at all when none of them takes mail from its sender.
 * @param names the parts before the @
 * @returns what starts the workflows; the same message starts each of them once
 * @throws UnreadableMail
 */
export async function readForMailboxes(
  deps: MailDeps,
  names: readonly string[],
  message: Uint8Array,
): Promise<() => Promise<void>> {
  const found = (await Promise.all(names.map((name) => findMailbox(deps.db, name)))).filter((one) => one !== null)
  const sender = await readSender(message)
  const open = found.filter((mailbox) => takesFrom(sender, mailbox))
  if (open.length === 0) return async () => {}
  const mail = await parseMail(message)
  return async () => {
    // The whole message may name another sender than its first 64 KB.
    for (const mailbox of open) if (takesFrom(mail.from, mailbox)) await startFor(deps, mailbox, mail)
  }
}

/** Starts the workflows of the mailboxes. @throws as `readForMailboxes` */
export async function receiveMail(deps: MailDeps, names: readonly string[], message: Uint8Array): Promise<void> {
  const start = await readForMailboxes(deps, names, message)
  await start()
}

/** @throws AppError hook_under_way while the same mail is being taken */
async function startFor(deps: MailDeps, mailbox: Mailbox, mail: ReceivedMail): Promise<void> {
  const key = mail.message_id ? `mail:${mail.message_id}` : null
  if (key === null) {
    await deps.start(await requestFor(deps, mailbox, mail, randomUUID()))
    return
  }
  const { db } = deps
  const { trigger_id } = mailbox.row
  const claim = await claimKey(db, trigger_id, key)
  if (!claim.first) {
    // Its run may not come about, and a sender who is told that the mail was accepted does not send it again.
    if (claim.execution_id === null) throw new AppError('hook_under_way', { retryAfter: 1 })
    return
  }
  const release = () => releaseKey(db, trigger_id, key)
  const request = await requestFor(deps, mailbox, mail, key).catch(async (error) => {
    await release()
    throw error
  })
  const started = await deps.start({ ...request, ...claim.run }).catch(async (error) => {
    if (isRefusal(error)) await release()
    throw error
  })
  await keepRun(db, trigger_id, key, started.execution_id)
}

/** @param key files of a mail are of no run, which may go before them; a mail without an id is like no other */
async function requestFor(
  { db, files }: MailDeps,
  { row, settings }: Mailbox,
  mail: ReceivedMail,
  key: string,
): Promise<RunRequest> {
  const { attachments, more_attachments, ...words } = mail
  const input: JsonObject = { ...words, attachments: [], left_out: [] }
  if (settings.attachments)
    Object.assign(input, await keepAttachments(files, row.owner_id, mail, `mail:${row.trigger_id}:${key}`))
  return buildStartRequest(row, await requireRunnableVersion(db, row), 'email', input)
}

/** What cannot be kept is named with the reason: the rest of the mail is no worse for it. */
async function keepAttachments(
  files: MailDeps['files'],
  owner: UserId,
  { attachments: received, more_attachments }: ReceivedMail,
  key: string,
): Promise<{ attachments: Json[]; left_out: Json[] }> {
  const attachments: Json[] = []
  const left_out: Json[] = []
  for (const [index, file] of received.entries()) {
    try {
      attachments.push({ ...(await files.write(file, { user_id: owner }, `${key}:${index}`)) })
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      // What could not be kept only now is no reason to leave it out: the mail may be sent again.
      if (error.retryable) throw error.cause ?? error
      left_out.push({ name: file.name, reason: error.message })
    }
  }
  const reason = `Only ${MOST_ATTACHMENTS} attachments are kept`
  return { attachments, left_out: [...left_out, ...more_attachments.map((name) => ({ name, reason }))] }
}
