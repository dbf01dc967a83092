/** Bots of Telegram (https://core.telegram.org/bots/api#making-requests): the token is in the path, every answer has `ok`. */
import { type Call, isJson, type Reply, type Service } from './service.ts'

interface Message {
  message_id: number
  chat: { id: number }
  text?: string
  document?: { file_id: string; file_name: string; file_size: number }
}

const no = (error_code: number, description: string): Reply => ({
  status: error_code,
  body: { ok: false, error_code, description },
})
const yes = (result: unknown): Reply => ({ body: { ok: true, result } })

export function telegram(token: string): Service & { messages: Message[]; updates: { update_id: number }[] } {
  const messages: Message[] = []
  const updates: { update_id: number }[] = []
  let webhook = ''
  let made = 0
  const multipart = ({ bytes }: Call, name: string): string | undefined =>
    new RegExp(`name="${name}"\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n([^\\r]*)`).exec(bytes.toString('latin1'))?.[1]

  function answer(call: Call): Reply | null {
    const [, method = ''] = /^\/bot[^/]+\/(\w+)$/.exec(call.path) ?? []
    if (
      call.bytes.length > 0 &&
      !isJson(call) &&
      !call.headers['content-type']?.startsWith('multipart/form-data; boundary=')
    )
      return no(400, 'Bad Request: unsupported content type')
    const json = (call.json ?? {}) as Record<string, string | number | undefined>
    const chat = Number(json.chat_id ?? multipart(call, 'chat_id'))
    if (/^(?:send|edit|delete|forward|pin|getChat)/.test(method) && method !== 'deleteWebhook' && chat !== 7)
      return no(400, 'Bad Request: chat not found')
    const found = messages.find(({ message_id }) => message_id === Number(json.message_id))
    switch (method) {
      case 'getMe':
        return yes({ id: 1, is_bot: true, username: 'chowk_bot' })
      case 'sendMessage': {
        if (!json.text) return no(400, 'Bad Request: message text is empty')
        messages.push({ message_id: ++made, chat: { id: chat }, text: String(json.text) })
        return yes(messages.at(-1))
      }
      case 'sendDocument': {
        const [, file_name] = /name="document"; filename="([^"]+)"/.exec(call.bytes.toString('latin1')) ?? []
        if (!file_name) return no(400, 'Bad Request: there is no document in the request')
        messages.push({
          message_id: ++made,
          chat: { id: chat },
          document: { file_id: `F${made}`, file_name, file_size: call.bytes.length },
        })
        return yes(messages.at(-1))
      }
      case 'editMessageText':
        if (!found) return no(400, 'Bad Request: message to edit not found')
        if (found.text === json.text) return no(400, 'Bad Request: message is not modified')
        found.text = String(json.text)
        return yes(found)
      case 'deleteMessage':
        if (!found) return no(400, 'Bad Request: message to delete not found')
        messages.splice(messages.indexOf(found), 1)
        return yes(true)
      case 'getUpdates': {
        if (webhook !== '')
          return no(
            409,
            "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
          )
        // An id of an update, not a number of updates: what is before it is forgotten.
        const from = Number(json.offset ?? 0)
        return yes(updates.filter(({ update_id }) => update_id >= from).slice(0, Number(json.limit ?? 100)))
      }
      case 'setWebhook':
        if (!String(json.url).startsWith('https://'))
          return no(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
        webhook = String(json.url)
        return yes(true)
      case 'deleteWebhook':
        webhook = ''
        return yes(true)
      default:
        return no(404, 'Not Found')
    }
  }
  return {
    ...{ messages, updates, answer },
    signedIn: ({ path }) => path.startsWith(`/bot${token}/`),
    refusal: no(401, 'Unauthorized'),
  }
}
