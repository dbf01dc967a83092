/**
 * A button that was pressed outside of the product. Every press, also a late or repeated one, is asked everything that an answer on the page
 * asks; what is refused changes nothing, and is told to who pressed.
 */
import { AppError } from '#contract/core/errors.ts'
import { type Phrase, say, translated } from '#contract/phrases/phrases.ts'
import { findLanguageOf } from '#server/areas/accounts/accounts.ts'
import {
  type AskedApproval,
  answerOutside,
  findAnswerer,
  type RunEngine,
  type RunRecords,
  readApproval,
  translateEngineRefusals,
} from '#server/areas/runs/runs.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { BotRow, ContactRow } from './bots.store.ts'
import { findContactAt } from './bots.store.ts'
import { compose, endOf } from './compose.ts'
import type { DeliveryDeps } from './deliver.ts'
import type { ApprovalKind, Press } from './kind.ts'
import * as store from './messages.store.ts'

export interface PressDeps extends DeliveryDeps {
  engine: RunEngine
  records: RunRecords
}

const GONE = say('This approval no longer exists.')
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Answer {
  said: Phrase
  decided: boolean
}
const refuse = (said: Phrase): Answer => ({ said, decided: false })

/** Our message that has the button, where it really is. What its sender didn’t learn, the press tells. */
async function findPressed({ db }: PressDeps, bot: BotRow, press: Press): Promise<store.MessageRow | null> {
  if (!UUID.test(press.message)) return null
  const found = await store.findMessage(db, bot.id, press.message)
  if (!found?.is_question) return null
  if (found.external_id === null) {
    // Only where it was sent to: a person’s own chat with a Slack app has an id of its own.
    if (found.in_channel && press.place !== found.address) return null
    await store.learnPlace(db, found.id, press.place, press.external_id)
    return { ...found, has_buttons: true }
  }
  return found.place === press.place && found.external_id === press.external_id ? found : null
}

/** The person who pressed, as they may answer now. */
async function findPresser(
  { db }: PressDeps,
  bot: BotRow,
  message: store.MessageRow,
  contact: ContactRow | null,
): Promise<UserCaller | Phrase> {
  if (contact === null) return say('Connect this account in your notification settings first, then press again.')
  if (!message.in_channel && message.contact_id !== contact.id) return say('This was sent to someone else.')
  const person = await findAnswerer(db, { owner: bot.owner_id, person: contact.person_id })
  return person ?? say('You can’t answer approvals here any more.')
}

const isCaller = (found: UserCaller | Phrase): found is UserCaller => 'type' in found

/** Whether all that is decided is in the message, as it would be sent now. */
const isShownWhole = (
  { publicUrl }: PressDeps,
  approval: AskedApproval,
  { id, has_buttons }: store.MessageRow,
): boolean => has_buttons && compose(approval, { id, language: 'en', publicUrl, isConnected: true }).said.has_buttons

async function decide(deps: PressDeps, bot: BotRow, press: Press, contact: ContactRow | null): Promise<Answer> {
  const message = await findPressed(deps, bot, press)
  if (message === null) return refuse(GONE)
  const person = await findPresser(deps, bot, message, contact)
  if (!isCaller(person)) return refuse(person)
  const approval = message.wait_id === null ? null : await readApproval(deps.db, bot.owner_id, message.wait_id)
  const end = endOf(approval)
  if (approval === null || end !== null) return refuse(end ?? GONE)
  if (!isShownWhole(deps, approval, message)) return refuse(say('Open it to read and decide.'))
  try {
    const { approved } = press
    await translateEngineRefusals(() => answerOutside(deps, person, approval, { approved, way: bot.kind }))
    return { said: say(approved ? 'You approved it.' : 'You rejected it.'), decided: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Someone else was faster.
    const now = endOf(await readApproval(deps.db, bot.owner_id, approval.wait_id))
    return refuse(now ?? translated(error.message))
  }
}

/** @returns what is answered to the delivery; null for our own words */
export async function takePress(
  deps: PressDeps,
  { bot, kind }: { bot: BotRow; kind: ApprovalKind },
  press: Press,
): Promise<object | null> {
  const contact = await findContactAt(deps.db, bot.id, press.from)
  const { said, decided } = await decide(deps, bot, press, contact)
  const language = contact === null ? 'en' : ((await findLanguageOf(deps.db, contact.person_id)) ?? 'en')
  const answer = kind.answerPress(press, said[language])
  // The message itself tells what was decided.
  if (answer === null && !decided)
    await store.insertWords(deps.db, {
      ...{ bot_id: bot.id, address: press.place, visible_to: press.from, words: said[language] },
    })
  return answer
}
