/**
 * Slack’s Web API (https://api.slack.com/web). Sending has no idempotency key, and nothing says afterwards whether a message arrived.
 */
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import {
  ask,
  bytesRequest,
  ChannelApiError,
  type Downloaded,
  type FileToUpload,
  isSuccess,
  jsonRequest,
  movedBy,
  parseJson,
  pauseOf,
  plainRequest,
  type SendResult,
  sendOnce,
} from './channel-api.ts'

export const SLACK_API = 'https://slack.com/api'
/** Where Slack keeps files. The token is sent to no other host. */
const FILE_HOST = 'files.slack.com'

export interface SlackApi {
  /** Never throws for what Slack or the network says. @param thread_ts null for no thread */
  send(
    bot_token: string,
    message: { channel: string; thread_ts: string | null; text: string },
    signal: AbortSignal,
  ): Promise<SendResult>
  /** Never throws for what Slack or the network says. */
  sendFile(
    bot_token: string,
    to: { channel: string; thread_ts: string | null; file: FileToUpload },
    signal: AbortSignal,
  ): Promise<SendResult>
  /** @throws ChannelApiError */
  readBot(
    bot_token: string,
    signal: AbortSignal,
  ): Promise<{ team_id: string; team: string; user_id: string; name: string }>
  /** The name that a person chose, empty where the app may not read it. @throws ChannelApiError */
  readName(bot_token: string, user_id: string, signal: AbortSignal): Promise<string>
  /** @throws ChannelApiError; `retryable` for what may pass */
  download(
    bot_token: string,
    file: { id: string; mime: string },
    most_bytes: number,
    signal: AbortSignal,
  ): Promise<Downloaded>
}

/** The token is of no use any more, or for less than it should be: its owner can mend that. */
const SIGNED_OUT = new Set([
  ...['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive', 'missing_scope'],
  ...['no_permission', 'org_login_required', 'ekm_access_denied', 'access_denied'],
])
const PASSING = new Set(['ratelimited', 'rate_limited', 'service_unavailable', 'team_added_to_org', 'request_timeout'])
/** Slack says of these that part of the work may have been done. */
const IN_DOUBT = new Set(['internal_error', 'fatal_error'])

const WORDS: Readonly<Record<string, string>> = {
  invalid_auth: 'the bot token is invalid',
  token_revoked: 'the bot token was revoked',
  account_inactive: 'the app was removed from the workspace',
  missing_scope: 'the app lacks a permission of its manifest. Install it again',
  channel_not_found: 'the conversation doesn’t exist, or the app isn’t in it',
  not_in_channel: 'the app isn’t in the channel',
  is_archived: 'the channel is archived',
}

const inWords = (error: string): string => `${WORDS[error] ?? error.slice(0, 100)}.`

const errorOf = (body: string): string | null => {
  const { ok, error } = (parseJson(body) ?? {}) as { ok?: unknown; error?: unknown }
  return ok === false && typeof error === 'string' ? error : null
}

export function slackResultOf(response: HttpResponse): SendResult {
  const { status, headers, body } = response
  const { ok, ts: time, message_ts } = (parseJson(body) ?? {}) as { ok?: unknown; ts?: unknown; message_ts?: unknown }
  const ts = time ?? message_ts
  if (isSuccess(response) && ok === true)
    return typeof ts === 'string' ? { type: 'sent', id: ts } : { type: 'unknown', why: 'Slack’s answer can’t be read.' }
  const error = errorOf(body)
  const after_s = pauseOf(headers['retry-after'])
  const why = `Slack: ${error === null ? `it answered with status ${status}.` : inWords(error)}`
  if (status === 429 || status === 503 || PASSING.has(error ?? '')) return { type: 'later', why, after_s }
  if (error === null || IN_DOUBT.has(error)) return { type: 'unknown', why }
  if (SIGNED_OUT.has(error)) return { type: 'later', why, after_s, signed_out: true }
  return { type: 'refused', why, reason: null }
}

/** Slack’s answer to files that are shared names them. An app that may not share any still sends texts. */
function sharedOf(response: HttpResponse): SendResult {
  const { ok, files } = (parseJson(response.body) ?? {}) as { ok?: unknown; files?: { id?: unknown }[] }
  const id = Array.isArray(files) ? files[0]?.id : undefined
  if (isSuccess(response) && ok === true) return { type: 'sent', id: typeof id === 'string' ? id : 'file' }
  return errorOf(response.body) === 'missing_scope' ? LACKS_FILES : slackResultOf(response)
}
const LACKS_FILES: SendResult = {
  type: 'refused',
  why: 'Slack: the app may not send files. Paste the newest manifest, which adds files:write, and install it again.',
  reason: null,
}

/** @param addresses other origins for tests, by the origin that a service has */
export function createSlack(http: HttpPort, addresses: Readonly<Record<string, string>>): SlackApi {
  const moved = movedBy(addresses)
  const bearer = (bot_token: string) => ({ authorization: `Bearer ${bot_token}` })
  const call = async (bot_token: string, method: string, signal: AbortSignal) => {
    const response = await ask(http, plainRequest('GET', moved(`${SLACK_API}/${method}`), bearer(bot_token)), signal)
    const { status, body } = response
    const error = errorOf(body)
    if (error !== null) throw new ChannelApiError(inWords(error), PASSING.has(error) || IN_DOUBT.has(error))
    if (!isSuccess(response))
      throw new ChannelApiError(`Slack answered with status ${status}.`, status === 429 || status >= 500)
    return (parseJson(body) ?? {}) as Record<string, unknown>
  }
  return {
    send: (bot_token, { channel, thread_ts, text }, signal) => {
      // Unfurling would have Slack call an address that a text may have been made to hold.
      const quiet = { unfurl_links: false, unfurl_media: false }
      const body = { channel, text, ...(thread_ts !== null && { thread_ts }), ...quiet }
      return sendOnce(
        http,
        jsonRequest(moved(`${SLACK_API}/chat.postMessage`), body, bearer(bot_token)),
        signal,
        slackResultOf,
      )
    },
    async sendFile(bot_token, { channel, thread_ts, file }, signal) {
      const query = new URLSearchParams({ filename: file.name, length: String(file.bytes.length) })
      let id = ''
      // Until it is shared nobody sees it: both may be done again.
      try {
        const got = await call(bot_token, `files.getUploadURLExternal?${query}`, signal)
        const place = URL.canParse(String(got.upload_url)) ? new URL(String(got.upload_url)) : null
        if (place?.protocol !== 'https:' || place.host !== FILE_HOST)
          throw new ChannelApiError('Slack: the place for the file is unknown.', true)
        const stored = await ask(http, bytesRequest(moved(place.href), file.bytes), signal)
        if (!isSuccess(stored)) throw new ChannelApiError(`Slack answered with status ${stored.status}.`, true)
        id = String(got.file_id)
      } catch (error) {
        if (!(error instanceof ChannelApiError)) throw error
        if (error.message === inWords('missing_scope')) return LACKS_FILES
        const why = error.message.startsWith('Slack') ? error.message : `Slack: ${error.message}`
        return error.retryable ? { type: 'later', why, after_s: null } : { type: 'refused', why, reason: null }
      }
      const body = { files: [{ id, title: file.name }], channel_id: channel, ...(thread_ts !== null && { thread_ts }) }
      const request = jsonRequest(moved(`${SLACK_API}/files.completeUploadExternal`), body, bearer(bot_token))
      return sendOnce(http, request, signal, sharedOf)
    },
    async readBot(bot_token, signal) {
      const { team_id, team, user_id, user } = await call(bot_token, 'auth.test', signal)
      if (typeof team_id !== 'string' || typeof user_id !== 'string')
        throw new ChannelApiError('This isn’t the token of a bot.', false)
      return { team_id, team: String(team ?? '').slice(0, 100), user_id, name: String(user ?? '').slice(0, 80) }
    },
    async readName(bot_token, user_id, signal) {
      const { user } = await call(bot_token, `users.info?user=${encodeURIComponent(user_id)}`, signal)
      const { real_name, name } = (user ?? {}) as { real_name?: unknown; name?: unknown }
      return String(real_name ?? name ?? '').slice(0, 100)
    },
    async download(bot_token, { id, mime }, most_bytes, signal) {
      const place = URL.canParse(id) ? new URL(id) : null
      if (place?.protocol !== 'https:' || place.host !== FILE_HOST)
        throw new ChannelApiError('The file is at an unknown place.', false)
      const request = { ...plainRequest('GET', moved(place.href), bearer(bot_token)), binary: true }
      const response = await ask(http, request, signal)
      const { status, headers, bytes } = response
      if (!isSuccess(response))
        throw new ChannelApiError(`Slack answered with status ${status}.`, status === 429 || status >= 500)
      // Slack shows a page to sign in instead of a file that the app may not read.
      if (headers['content-type']?.startsWith('text/html') && mime !== 'text/html')
        throw new ChannelApiError('The app may not read files.', false)
      if (!bytes || bytes.length > most_bytes) throw new ChannelApiError('The file is too large.', false)
      return { bytes, mime }
    },
  }
}
