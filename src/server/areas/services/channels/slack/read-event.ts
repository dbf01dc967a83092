/** What Slack delivers: one event at a time (https://api.slack.com/apis/events-api). What is not understood is left out. */
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { type Fields, fieldsOf, listOf, textOf, timeOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import {
  type Delivered,
  type Incoming,
  type Media,
  NOTHING_DELIVERED,
} from '#server/areas/services/channels/kind/kind.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Where an answer belongs, as it is stored: the channel, and a thread where there is one. */
export function placeOf(thread: string): { channel: string; thread_ts: string | null } {
  const [channel = '', thread_ts] = thread.split(' ')
  return { channel, thread_ts: thread_ts ?? null }
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** What the person typed: without the name of the bot that they address, and with addresses as such. */
const wordsOf = (text: string, bot: string): string =>
  text
    .replaceAll(`<@${bot}>`, ' ')
    .replace(/<(?:https?:|mailto:)([^|>\s]*)\|([^>]*)>/g, '$2')
    .replace(/<(https?:[^>\s]*)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()

const mediaOf = ({ url_private_download, url_private, mimetype, name }: Fields): Media => ({
  id: textOf(url_private_download ?? url_private, 2_000),
  mime: textOf(mimetype, 100) || 'application/octet-stream',
  name: textOf(name, 200) || 'file',
})

/** A message to the app, or one in a channel that names it. Bots, the app itself and changes of messages are left out. */
function isMeant(event: Fields, bot: string): boolean {
  const { type, channel_type, subtype, bot_id, user } = event
  if (bot_id !== undefined || user === bot || (subtype !== undefined && subtype !== 'file_share')) return false
  return type === 'app_mention' || (type === 'message' && channel_type === 'im')
}

const ID = /^[A-Z0-9]{2,30}$/
const TS = /^\d{1,12}\.\d{1,9}$/

/** Each file after the first one is a message of its own. */
function messagesOf(event: Fields, bot: string): Incoming[] {
  const [channel, from, ts] = [textOf(event.channel, 30), textOf(event.user, 30), textOf(event.ts, 30)]
  if (!isMeant(event, bot) || !ID.test(channel) || !ID.test(from) || !TS.test(ts)) return []
  const begun = TS.test(textOf(event.thread_ts, 30)) ? textOf(event.thread_ts, 30) : null
  const thread_ts = begun ?? (event.type === 'app_mention' ? ts : null)
  const text = wordsOf(textOf(event.text, MESSAGE.characters), bot)
  const [first = null, ...others] = listOf(event.files).slice(0, 10).map(mediaOf)
  const common = {
    ...{
      from,
      name: '',
      thread: thread_ts === null ? channel : `${channel} ${thread_ts}`,
      unsupported: false,
      envelope: null,
    },
    sent_at: timeOf(Math.floor(Number(ts) * SECOND_MS)),
  }
  // Microseconds after the second.
  const position = Number(ts.split('.')[1])
  const message = { ...common, external_id: `${channel} ${ts}`, text, files: first === null ? [] : [first], position }
  return [
    { ...message, unsupported: text === '' && first === null },
    ...others.map((media, index) => ({
      ...{ ...message, text: '', files: [media] },
      external_id: `${channel} ${ts} ${index + 1}`,
    })),
  ]
}

/** Tokens of persons, which are revoked too, are none of ours. */
export function problemOf({ type, tokens }: Fields): string | null {
  if (type === 'app_uninstalled')
    return 'The app was removed from the Slack workspace. Install it again and enter its new bot token.'
  const { bot } = fieldsOf(tokens)
  if (type !== 'tokens_revoked' || !Array.isArray(bot) || bot.length === 0) return null
  return 'The bot token was revoked at Slack. Install the app again and enter its new bot token.'
}

/** @param settings the workspace of the channel, and its bot: what is of another workspace is left out */
export function readEvent(
  body: unknown,
  { account, bot_user }: { account: string; bot_user: string },
): Pick<Delivered, 'messages' | 'problem'> {
  const { type, team_id, event } = fieldsOf(body)
  if (type !== 'event_callback' || team_id !== account) return NOTHING_DELIVERED
  const found = fieldsOf(event)
  return { messages: messagesOf(found, bot_user), problem: problemOf(found) }
}
