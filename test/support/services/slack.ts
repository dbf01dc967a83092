/** Slack (https://docs.slack.dev/reference/methods): every refusal is a 200 with `ok: false`. Reads take their parameters from the address. */
import { bearer, type Call, isForm, isJson, pageOf, type Reply, type Service } from './service.ts'

interface Message {
  ts: string
  text: string
  thread_ts?: string
  reactions: { name: string }[]
}
interface Channel {
  id: string
  name: string
  is_archived: boolean
  topic: { value: string }
  messages: Message[]
}

const no = (error: string): Reply => ({ body: { ok: false, error } })
const READS = /\.(?:list|info|history|replies|members|getPermalink|lookupByEmail)$/

export function slack(token: string): Service & { channels: Map<string, Channel> } {
  const channels = new Map<string, Channel>()
  let made = 0
  const time = () => `17000000${String(++made).padStart(2, '0')}.000100`
  const open = (name: string): Channel => {
    const channel = { id: `C${++made}`, name, is_archived: false, topic: { value: '' }, messages: [] }
    channels.set(channel.id, channel)
    return channel
  }
  open('general')

  function ofChannel(verb: string, channel: Channel, given: Record<string, unknown>): Reply | null {
    const ts = String(given.ts ?? given.timestamp ?? given.message_ts ?? '')
    const message = channel.messages.find((one) => one.ts === ts)
    const needs = [
      'chat.update',
      'chat.delete',
      'reactions.add',
      'pins.add',
      'chat.getPermalink',
      'conversations.replies',
    ]
    if (needs.includes(verb) && !message)
      return no(verb === 'conversations.replies' ? 'thread_not_found' : 'message_not_found')
    switch (verb) {
      case 'chat.postMessage': {
        if (channel.is_archived) return no('is_archived')
        if (!given.text && !given.blocks) return no('no_text')
        const posted = {
          ts: time(),
          text: String(given.text ?? ''),
          reactions: [],
          ...(given.thread_ts ? { thread_ts: String(given.thread_ts) } : {}),
        }
        channel.messages.unshift(posted)
        return { body: { ok: true, channel: channel.id, ts: posted.ts, message: posted } }
      }
      case 'chat.update':
        Object.assign(message ?? {}, { text: given.text })
        return { body: { ok: true, channel: channel.id, ts, text: given.text } }
      case 'chat.delete':
        channel.messages = channel.messages.filter((one) => one !== message)
        return { body: { ok: true, channel: channel.id, ts } }
      case 'reactions.add':
        if (message?.reactions.some(({ name }) => name === given.name)) return no('already_reacted')
        message?.reactions.push({ name: String(given.name) })
        return { body: { ok: true } }
      case 'conversations.history': {
        const { items, next } = pageOf(channel.messages, Number(given.limit ?? 100), String(given.cursor ?? ''))
        return {
          body: { ok: true, messages: items, has_more: next !== null, response_metadata: { next_cursor: next ?? '' } },
        }
      }
      case 'conversations.replies':
        return {
          body: {
            ok: true,
            messages: channel.messages.filter((one) => one.ts === ts || one.thread_ts === ts),
            has_more: false,
          },
        }
      case 'conversations.info':
        return { body: { ok: true, channel } }
      case 'conversations.setTopic':
        channel.topic = { value: String(given.topic) }
        return { body: { ok: true, channel } }
      case 'conversations.archive':
        if (channel.is_archived) return no('already_archived')
        channel.is_archived = true
        return { body: { ok: true } }
      default:
        return null
    }
  }

  function answer(call: Call): Reply | null {
    const verb = call.path.replace(/^\/api\//, '')
    if (READS.test(verb) && call.method === 'GET' && call.bytes.length > 0) return no('invalid_arguments')
    if (!READS.test(verb) && call.method === 'POST' && call.bytes.length > 0 && !isJson(call) && !isForm(call))
      return no('invalid_post_type')
    const given: Record<string, unknown> = {
      ...Object.fromEntries(call.query),
      ...Object.fromEntries(call.form),
      ...call.json,
    }
    if (verb === 'conversations.create') {
      const name = String(given.name ?? '')
      if (!/^[a-z0-9_-]{1,80}$/.test(name)) return no('invalid_name_specials')
      if ([...channels.values()].some((one) => one.name === name)) return no('name_taken')
      return { body: { ok: true, channel: open(name) } }
    }
    if (verb === 'conversations.list') {
      const all = [...channels.values()].filter((one) => given.exclude_archived !== 'true' || !one.is_archived)
      const { items, next } = pageOf(all, Number(given.limit ?? 100), String(given.cursor ?? ''))
      // On the last page the cursor is there and empty.
      return { body: { ok: true, channels: items, response_metadata: { next_cursor: next ?? '' } } }
    }
    const channel = channels.get(String(given.channel ?? ''))
    if (given.channel !== undefined && !channel) return no('channel_not_found')
    return channel ? ofChannel(verb, channel, given) : no('unknown_method')
  }
  return { ...{ channels, answer, signedIn: bearer(token) }, refusal: no('invalid_auth') }
}
