/** The verbs of people whom bots write to about approvals: each connects themselves, by a code that only they are shown. */

import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import { joined, type Phrase, say } from '#contract/phrases/phrases.ts'
import { APPROVAL_BOTS } from '#contract/services/approval-bot-values.ts'
import type { ApprovalBotId, ApprovalCode, ApprovalContact } from '#contract/services/approval-bots.ts'
import { findLanguageOf, notify } from '#server/areas/accounts/accounts.ts'
import { ASK_MS } from '#server/areas/services/channels/ask-outside.ts'
import { ChannelApiError } from '#server/gateways/channels/channel-api.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/page.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import { openSecrets } from './access.ts'
import { mayUseBot, type OwnContacts } from './approval-bots.policy.ts'
import * as store from './bots.store.ts'
import { wordsWithLink } from './compose.ts'
import type { DeliveryDeps } from './deliver.ts'
import type { ApprovalKind, BotSecrets, Words } from './kind.ts'
import { insertWords } from './messages.store.ts'

const CODE = /^[A-Za-z0-9_-]{22}$/

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

export async function listContacts(db: Queryable, grant: OwnContacts, page: Page) {
  const { rows, total } = await store.findOffered(db, grant.on, page)
  const items = rows.map(
    ({ bot_id, kind, settings, workspace, name, since, last_error }): ApprovalContact => ({
      ...{ bot_id, kind, display_name: settings.display_name, workspace },
      connected: since === null ? null : { name: name ?? '', since: since.toISOString(), last_error },
    }),
  )
  return { items, total, ...page }
}

/** @throws not_found, too_many_requests */
export async function createCode(
  { db, approvalKinds }: DeliveryDeps,
  grant: OwnContacts,
  id: ApprovalBotId,
): Promise<ApprovalCode> {
  const { on } = await mayUseBot(db, grant, await store.findBotById(db, id))
  const limit = { name: 'approval codes', subject: on.person, max: APPROVAL_BOTS.codes_per_hour }
  await enforceRateLimit(db, [limit], 'You’ve asked for many codes')
  const code = randomBytes(16).toString('base64url')
  const made = { bot_id: id, person: on.person, hash: hashOf(code), minutes: APPROVAL_BOTS.code_minutes }
  const expires_at = await store.insertCode(db, made)
  const url = approvalKinds[on.bot.kind].linkTo(on.bot.settings, code)
  return { code, url, expires_at: expires_at.toISOString() }
}

/** @throws not_found, not_runnable with what the service outside says, too_many_requests */
export async function testContact(deps: DeliveryDeps, grant: OwnContacts, id: ApprovalBotId): Promise<void> {
  const { db, approvalKinds, publicUrl } = deps
  const { on } = await mayUseBot(db, grant, await store.findBotById(db, id))
  const contact = await store.findContact(db, id, on.person)
  if (contact === null) throw new AppError('not_found')
  const limit = { name: 'approval tests', subject: on.person, max: APPROVAL_BOTS.tests_per_hour }
  await enforceRateLimit(db, [limit], 'You’ve sent many test messages')
  const kind = approvalKinds[on.bot.kind]
  const language = (await findLanguageOf(db, on.person)) ?? 'en'
  const words = say('This is a test. Approvals that wait for you arrive here.')
  const message = wordsWithLink(words, `${publicUrl}/settings?section=notifications`, language)
  const secrets = secretsOf(deps, on.bot)
  const result = await kind.post(secrets, contact.address, message, AbortSignal.timeout(ASK_MS))
  await store.noteContactError(db, contact.id, result.type === 'refused' ? result.why : null)
  if (result.type !== 'sent') throw new AppError('not_runnable', { message: `The message wasn’t sent. ${result.why}` })
}

/** @throws not_runnable when the key of the installation has changed */
function secretsOf({ ring }: Pick<DeliveryDeps, 'ring'>, bot: store.BotRow): BotSecrets {
  try {
    return openSecrets(ring, bot, bot)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AppError('not_runnable', { message: 'The key of this installation has changed. Enter the token again.' })
  }
}

/** Also where the person reviews there no longer. @throws not_found */
export async function disconnectContact(db: Queryable, grant: OwnContacts, id: ApprovalBotId): Promise<void> {
  if (!(await store.deleteContact(db, id, grant.on))) throw new AppError('not_found')
}

/** Who they are there, where deliveries don’t say. A name that can’t be read is no reason to refuse. */
async function nameOf(kind: ApprovalKind, secrets: BotSecrets, { from, name }: Words): Promise<string> {
  if (name !== '' || !kind.readName) return name
  try {
    return await kind.readName(secrets, from, AbortSignal.timeout(2_000))
  } catch (error) {
    if (!(error instanceof ChannelApiError) && !(error instanceof DOMException)) throw error
    return ''
  }
}

type Outcome = 'connected' | 'connected_before' | 'taken' | 'unknown'

const connect = (db: Database, bot: store.BotRow, { from, text }: Words, name: string): Promise<Outcome> =>
  db.transaction().execute(async (tx) => {
    const used = await store.useCode(tx, { bot_id: bot.id, hash: hashOf(text), address: from })
    if (used === null) return 'unknown'
    const { person_id: person } = used
    if (used.again) return 'connected_before'
    if (!(await store.saveContact(tx, { bot_id: bot.id, person, address: from, name: name || from }))) return 'taken'
    // Who did not do this learns of it.
    await notify(tx, person, {
      ...{ kind: 'channel', href: '/settings?section=notifications', group: `approval-contact:${bot.id}` },
      title: say(bot.kind === 'slack' ? 'Approvals reach you in Slack' : 'Approvals reach you in Telegram'),
      message: say('Connected as {name}. If this wasn’t you, disconnect it in your settings.', { name: name || from }),
    })
    return 'connected'
  })

/** Answers to strangers are few: nobody makes a bot write without end. */
async function mayAnswer(db: Database, bot: store.BotRow, address: string): Promise<boolean> {
  const limit = { name: 'words to strangers', subject: `${bot.id} ${address}`, max: APPROVAL_BOTS.words_per_hour }
  try {
    await enforceRateLimit(db, [limit], 'Many messages')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/** What a person sent to the bot: their code, or anything else, which is answered with where codes are. */
export async function takeWords(
  { db, publicUrl }: Pick<DeliveryDeps, 'db' | 'publicUrl'>,
  { bot, kind, secrets }: { bot: store.BotRow; kind: ApprovalKind; secrets: BotSecrets },
  words: Words,
): Promise<void> {
  const text = words.text.trim()
  const isCode = CODE.test(text)
  const name = isCode ? await nameOf(kind, secrets, words) : ''
  const outcome = isCode ? await connect(db, bot, { ...words, text }, name) : 'unknown'
  if (outcome === 'connected_before' || !(await mayAnswer(db, bot, words.from))) return
  const place = `${publicUrl}/settings?section=notifications`
  const said: Record<Exclude<Outcome, 'connected_before'>, Phrase> = {
    connected: say('You’re connected. Approvals that wait for you arrive here.'),
    taken: say('This account is already connected to another person.'),
    unknown: joined([say('This bot brings approvals. Get your code in your notification settings:'), place], ' '),
  }
  const contact = await store.findContactAt(db, bot.id, words.from)
  const language = contact === null ? 'en' : ((await findLanguageOf(db, contact.person_id)) ?? 'en')
  await insertWords(db, { bot_id: bot.id, address: words.from, visible_to: null, words: said[outcome][language] })
}
