/** What Telegram delivers: one update at a time (https://core.telegram.org/bots/api#update). What is not understood is left out. */
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { type Fields, fieldsOf, listOf, textOf, timeOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import type { Delivered, Incoming, Media } from '#server/areas/services/channels/kind/kind.ts'
import { SECOND_MS } from '#shared/time.ts'

const MEDIA_KINDS = ['document', 'voice', 'audio', 'video'] as const
const NAMES = { document: 'document', voice: 'voice message', audio: 'audio', video: 'video' } as const
const USUAL_MIME = { document: '', voice: 'audio/ogg', audio: 'audio/mpeg', video: 'video/mp4' } as const
/** What a person can send, and no agent takes. Anything else is news of the chat, such as a message that was pinned. */
const UNSUPPORTED = ['sticker', 'animation', 'video_note', 'location', 'venue', 'contact', 'poll', 'dice', 'story']

function mediaOf(message: Fields): Media | null {
  // The largest comes last.
  const photo = listOf(message.photo).at(-1)
  if (photo) return { id: textOf(photo.file_id, 500), mime: 'image/jpeg', name: 'photo.jpg' }
  // An animation has a document, too.
  const kind = message.animation === undefined ? MEDIA_KINDS.find((one) => message[one] !== undefined) : undefined
  if (!kind) return null
  const { file_id, mime_type, file_name } = fieldsOf(message[kind])
  const mime = textOf(mime_type, 100) || USUAL_MIME[kind] || 'application/octet-stream'
  return { id: textOf(file_id, 500), mime, name: textOf(file_name, 200) || NAMES[kind] }
}

/** `/start` comes with the first message of each person, perhaps with a word of the link that they followed. */
function wordsOf(message: Fields): string {
  const text = textOf(message.text ?? message.caption, MESSAGE.characters)
  const [, command] = /^\/(start|stop)(?:@\w+)?(?:\s.*)?$/is.exec(text) ?? []
  return command === undefined ? text : command.toUpperCase()
}

const nameOf = ({ first_name, last_name, username }: Fields): string =>
  textOf(`${textOf(first_name, 64)} ${textOf(last_name, 64)}`, 100) || textOf(username, 64)

/** Of a chat between one person and the bot: in a group the bot says nothing, and keeps nothing. */
const isPrivate = (chat: Fields): boolean => chat.type === 'private' && Number.isSafeInteger(chat.id)

function messageOf(update: Fields, bot: string): Incoming[] {
  const message = fieldsOf(update.message)
  const [chat, from] = [fieldsOf(message.chat), fieldsOf(message.from)]
  if (!isPrivate(chat) || from.is_bot === true || !Number.isSafeInteger(update.update_id)) return []
  const media = mediaOf(message)
  const text = wordsOf(message)
  const isOther = media === null && text === ''
  if (isOther && !UNSUPPORTED.some((kind) => message[kind] !== undefined)) return []
  const position = Number(message.message_id)
  return [
    {
      // Another bot numbers its updates in its own way.
      external_id: `${bot} ${update.update_id}`,
      ...{ from: String(chat.id), name: nameOf(from), thread: '', text, envelope: null },
      files: media === null ? [] : [media],
      unsupported: isOther || media?.id === '',
      sent_at: timeOf(Number(message.date) * SECOND_MS),
      position: Number.isSafeInteger(position) ? position : 0,
    },
  ]
}

/** @returns the address of a person who has blocked the bot */
function stoppedBy(update: Fields): string[] {
  const { chat, new_chat_member } = fieldsOf(update.my_chat_member)
  const place = fieldsOf(chat)
  return isPrivate(place) && fieldsOf(new_chat_member).status === 'kicked' ? [String(place.id)] : []
}

/** @param bot the id of the channel’s bot */
export function readUpdate(body: unknown, bot: string): Pick<Delivered, 'messages' | 'stopped'> {
  const update = fieldsOf(body)
  return { messages: messageOf(update, bot), stopped: stoppedBy(update) }
}
