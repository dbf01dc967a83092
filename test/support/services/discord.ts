/** Discord's HTTP API as a bot sees it (https://discord.com/developers/docs/resources/channel): servers, their channels, people and messages. */
import { type Call, isJson, match, type Reply, type Service } from './service.ts'

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes */
const no = (status: number, code: number, message: string): Reply => ({ status, body: { message, code } })

const SERVER = { id: '900', name: 'Ward', owner: false }
const CHANNELS = [
  { id: '901', name: 'Rooms', type: 4 },
  { id: '902', name: 'general', type: 0, parent_id: '901' },
  { id: '903', name: 'Night call', type: 2, parent_id: '901' },
  { id: '904', name: 'news', type: 5 },
]
const MEMBERS = [
  { user: { id: '910', username: 'asha', global_name: 'Asha Rao' }, nick: null, roles: [] },
  { user: { id: '911', username: 'ravi', global_name: null }, nick: 'Dr Ravi', roles: ['920'] },
]

/** Texts are refused where a channel takes none, and where they are empty. */
export function discord(token: string): Service & { messages: { channel: string; content: string }[] } {
  const messages: { channel: string; content: string }[] = []

  function post(call: Call, channel: string): Reply {
    const { content = '' } = (call.json ?? {}) as { content?: string }
    if (!isJson(call)) return no(400, 50109, 'The request body contains invalid JSON.')
    const { type } = CHANNELS.find(({ id }) => id === channel) ?? {}
    if (type === undefined) return no(404, 10003, 'Unknown Channel')
    if (type === 4) return no(400, 50008, 'Cannot send messages in a non-text channel')
    if (content === '') return no(400, 50006, 'Cannot send an empty message')
    messages.push({ channel, content })
    return { body: { id: String(messages.length), channel_id: channel, content, type: 0 } }
  }

  function answer(call: Call): Reply | null {
    if (match(call, 'GET', /^\/api\/v10\/users\/@me\/guilds$/)) return { body: [SERVER] }
    const [server, what] = match(call, 'GET', /^\/api\/v10\/guilds\/(\d+)\/(channels|members|roles)$/) ?? []
    if (server !== undefined && server !== SERVER.id) return no(404, 10004, 'Unknown Guild')
    if (what === 'channels') return { body: CHANNELS }
    if (what === 'roles') return { body: [{ id: '920', name: 'Doctors', permissions: '0' }] }
    if (what === 'members') return { body: MEMBERS.slice(0, Number(call.query.get('limit') ?? 1)) }
    const [channel] = match(call, 'POST', /^\/api\/v10\/channels\/(\d+)\/messages$/) ?? []
    return channel === undefined ? null : post(call, channel)
  }

  return {
    ...{ messages, answer, signedIn: ({ headers }: Call) => headers.authorization === `Bot ${token}` },
    refusal: no(401, 0, '401: Unauthorized'),
  }
}
