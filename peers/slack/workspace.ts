/**
 * A stand-in for a workspace of Slack: the Web API of one app (https://api.slack.com/web), which keeps what was posted. `eventOf` is what
 * Slack delivers. `node peers/slack/workspace.ts PORT` runs it as a process of its own, and `GET /posted` tells what was posted.
 */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type NoReply, type Reply, startReplyServer } from '#peers/reply-server.ts'

export interface Posted {
  channel: string
  text: string
  thread_ts?: string
  unfurl_links?: boolean
  unfurl_media?: boolean
  blocks?: SlackBlock[]
}

/** As much of a block as is looked at (https://api.slack.com/block-kit). */
interface SlackBlock {
  type: string
  text?: { type: string; text: string }
  elements?: { type: string; action_id?: string; value?: string; url?: string; text?: string | { text: string } }[]
}

/** A message as it is after its last change. */
export interface Message extends Posted {
  ts: string
  /** Who alone sees it. */
  user?: string
}

/** What the next messages come to: an answer of Slack, or none after the message was taken. */
export type Behaviour = { status?: number; error?: string; headers?: Record<string, string> } | NoReply

export interface SlackWorkspace {
  url: string
  /** Those that are taken out were revoked. */
  tokens: Set<string>
  posted: Posted[]
  /** Those that can be changed, with what they say now. */
  messages: Message[]
  /** What the app for approvals posted. */
  ofApprovals: Set<Posted>
  /** Those that one person alone sees. */
  whispers: Message[]
  shared: { channel_id: string; thread_ts?: string; title: string; text: string }[]
  /** Whether the app has the permission to send files. */
  mayShare: boolean
  /** By the path at Slack’s own host. */
  files: Map<string, Uint8Array>
  /** In this order; afterwards messages are taken. */
  behave(...next: Behaviour[]): void
  close(): Promise<void>
}

export const TEAM = { id: 'T0CLINIC1', name: 'Clinic', bot: 'U0BOT0001', token: 'xoxb-1-the-bot-of-the-clinic' }
/** The token of another app, which brings approvals. */
export const APPROVAL_TOKEN = 'xoxb-2-the-approvals-of-the-clinic'
export const FILES_ORIGIN = 'https://files.slack.com'

/** The value of `APP_ADDRESSES` that leads to a workspace. */
export const slackAddresses = (url: string): Record<string, string> => ({
  'https://slack.com': url,
  [FILES_ORIGIN]: `${url}`,
})

type State = Pick<
  SlackWorkspace,
  'tokens' | 'posted' | 'messages' | 'ofApprovals' | 'whispers' | 'shared' | 'mayShare' | 'files'
> & {
  uploads: Map<string, { length: number; bytes: Uint8Array }>
} & { next: Behaviour[] }

const refuse = (error: string, status = 200, headers = {}): Reply => ({ status, json: { ok: false, error }, headers })
const accept = (more: object): Reply => ({ status: 200, json: { ok: true, ...more } })

function post(state: State, message: Posted, token: string): Reply | NoReply {
  if (!message.text) return refuse('no_text')
  if (!/^[CDU]/.test(message.channel)) return refuse('channel_not_found')
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object') {
    const { status = 200, error, headers = {} } = behaviour
    return error === undefined ? { status, bytes: Buffer.from('<html>') } : refuse(error, status, headers)
  }
  state.posted.push(message)
  if (token === APPROVAL_TOKEN) state.ofApprovals.add(message)
  const ts = `1700000000.${state.posted.length}`
  // A message to a person is in their chat with the app, which has an id of its own.
  const channel = message.channel.replace(/^U/, 'D')
  state.messages.push({ ...message, channel, ts })
  return behaviour ?? accept({ ts, channel })
}

/** https://api.slack.com/methods/chat.update */
function update(state: State, change: Message): Reply | NoReply {
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object') return refuse(behaviour.error ?? 'fatal_error', behaviour.status)
  const found = state.messages.find(({ channel, ts }) => channel === change.channel && ts === change.ts)
  if (!found) return refuse('message_not_found')
  Object.assign(found, change)
  return behaviour ?? accept({ ts: found.ts, channel: found.channel })
}

/** https://docs.slack.dev/messaging/working-with-files#uploading_files */
function beginUpload(state: State, asked: URLSearchParams): Reply {
  if (!state.mayShare) return refuse('missing_scope')
  const length = Number(asked.get('length'))
  if (!asked.get('filename') || !(length > 0)) return refuse('invalid_arguments')
  const id = `F${state.uploads.size + 1}`
  state.uploads.set(id, { length, bytes: new Uint8Array() })
  return accept({ upload_url: `${FILES_ORIGIN}/upload/v1/${id}`, file_id: id })
}

function share(state: State, asked: { files: { id: string; title: string }[]; channel_id: string }): Reply | NoReply {
  const [file] = asked.files
  const kept = state.uploads.get(file?.id ?? '')
  if (!file || !kept || kept.bytes.length !== kept.length) return refuse('file_not_found')
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object') return refuse(behaviour.error ?? 'fatal_error', behaviour.status)
  const { files: _, ...where } = asked
  state.shared.push({ ...where, title: file.title, text: Buffer.from(kept.bytes).toString() })
  return behaviour ?? accept({ files: [{ id: file.id, title: file.title }] })
}

function answer(state: State, { url = '/', headers }: IncomingMessage, body: Buffer): Reply | NoReply {
  const { pathname, searchParams } = new URL(url, 'http://peer')
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const isSignedIn = state.tokens.has(token)
  const file = state.files.get(pathname)
  const upload = state.uploads.get(/^\/upload\/v1\/(F\d+)$/.exec(pathname)?.[1] ?? '')
  if (upload) {
    upload.bytes = new Uint8Array(body)
    return { status: 200, bytes: Buffer.from('OK') }
  }
  // Who isn’t signed in is shown a page instead.
  if (file && !isSignedIn)
    return { status: 200, bytes: Buffer.from('<html>'), headers: { 'content-type': 'text/html' } }
  if (file) return { status: 200, bytes: file, headers: { 'content-type': 'application/octet-stream' } }
  if (!isSignedIn) return refuse('invalid_auth')
  if (pathname === '/api/auth.test')
    return accept({ team: TEAM.name, team_id: TEAM.id, user: 'clinic', user_id: TEAM.bot, bot_id: 'B0BOT' })
  if (pathname === '/api/users.info') return accept({ user: { id: searchParams.get('user'), real_name: 'Asha Rao' } })
  if (pathname === '/api/chat.postMessage') return post(state, JSON.parse(body.toString()) as Posted, token)
  if (pathname === '/api/chat.update') return update(state, JSON.parse(body.toString()) as Message)
  if (pathname === '/api/chat.postEphemeral') {
    state.whispers.push({ ...(JSON.parse(body.toString()) as Message), ts: '' })
    return accept({ message_ts: '1700000000.1' })
  }
  if (pathname === '/api/files.getUploadURLExternal') return beginUpload(state, searchParams)
  if (pathname === '/api/files.completeUploadExternal') return share(state, JSON.parse(body.toString()))
  return refuse('unknown_method')
}

/** @param port 0 takes any free one */
export async function startSlackWorkspace(port = 0): Promise<SlackWorkspace> {
  const state: State = {
    ...{
      tokens: new Set([TEAM.token, APPROVAL_TOKEN]),
      posted: [],
      messages: [],
      ofApprovals: new Set<Posted>(),
      whispers: [],
      shared: [],
      mayShare: true,
    },
    ...{ files: new Map(), uploads: new Map(), next: [] },
  }
  const { url, close } = await startReplyServer(port, (request, body) => {
    if (request.url === '/health') return { status: 200, json: {} }
    if (request.url === '/shared') return { status: 200, json: state.shared }
    if (request.url !== '/posted') return answer(state, request, body)
    return { status: 200, json: state.posted.filter((one) => !state.ofApprovals.has(one)) }
  })
  return Object.assign(state, { url, close, behave: (...next: Behaviour[]) => void state.next.push(...next) })
}

/** What is sent to the address of the app: anything, signed as Slack signs. */
export const signedBySlack = (secret: string, content: unknown, at = new Date()) =>
  signed(secret, JSON.stringify(content), 'application/json', at)

/** A button that a person pressed, in the form that Slack sends (https://api.slack.com/reference/interaction-payloads/block-actions). */
export function pressedAtSlack(
  secret: string,
  {
    message,
    action_id,
    user,
    team_id = TEAM.id,
  }: { message: Message; action_id: string; user: string; team_id?: string },
  at = new Date(),
) {
  const buttons = (message.blocks ?? []).flatMap(({ elements = [] }) => elements)
  const pressed = buttons.find((one) => one.action_id === action_id)
  const payload = {
    ...{ type: 'block_actions', team: { id: team_id }, user: { id: user }, channel: { id: message.channel } },
    container: { type: 'message', message_ts: message.ts, channel_id: message.channel },
    actions: [{ action_id, value: pressed?.value, type: 'button', action_ts: '1700000001.1' }],
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  return signed(secret, body, 'application/x-www-form-urlencoded', at)
}

function signed(
  secret: string,
  body: string,
  type: string,
  at: Date,
): { body: string; headers: Record<string, string> } {
  const time = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': type,
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    },
  }
}

/** An event as Slack wraps it. */
export const eventOf = (event: object, team_id = TEAM.id) => ({
  ...{ type: 'event_callback', team_id, api_app_id: 'A1', event_id: `Ev${Math.random()}`, event_time: 1 },
  event,
})

if (import.meta.main) console.log((await startSlackWorkspace(Number(process.argv[2] ?? 4902))).url)
