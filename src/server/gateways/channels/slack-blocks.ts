/** Messages of blocks at Slack, which have buttons and can be changed afterwards. */
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import { jsonRequest, movedBy, parseJson, type SendResult, sendOnce } from './channel-api.ts'
import { SLACK_API, slackResultOf } from './slack.ts'

/** A message of blocks (https://api.slack.com/block-kit), and its text for notifications. */
export interface SlackBlocks {
  text: string
  blocks: object[]
}

/** Where a message is: the conversation, and the time that names it there. */
interface SlackPlace {
  channel: string
  ts: string
}

export interface SlackBlocksApi {
  /** Never throws for what Slack or the network says. @returns `place` of a message that was sent */
  postBlocks(
    bot_token: string,
    channel: string,
    message: SlackBlocks,
    signal: AbortSignal,
  ): Promise<SendResult & { place?: string }>
  /** May be done again. Never throws for what Slack or the network says. */
  updateBlocks(bot_token: string, at: SlackPlace, message: SlackBlocks, signal: AbortSignal): Promise<SendResult>
  /** Words in a conversation that one person alone sees. Never throws for what Slack or the network says. */
  whisper(
    bot_token: string,
    to: { channel: string; user: string; text: string },
    signal: AbortSignal,
  ): Promise<SendResult>
}

/** A message to a person is in the conversation that Slack names, and not under the person’s id. */
function postedOf(response: HttpResponse): SendResult & { place?: string } {
  const { channel } = (parseJson(response.body) ?? {}) as { channel?: unknown }
  const result = slackResultOf(response)
  return result.type === 'sent' && typeof channel === 'string' ? { ...result, place: channel } : result
}

/** @param addresses other origins for tests, by the origin that a service has */
export function createSlackBlocks(http: HttpPort, addresses: Readonly<Record<string, string>>): SlackBlocksApi {
  const moved = movedBy(addresses)
  const bearer = (bot_token: string) => ({ authorization: `Bearer ${bot_token}` })
  return {
    async postBlocks(bot_token, channel, message, signal) {
      const body = { channel, ...message, unfurl_links: false, unfurl_media: false }
      let place: string | undefined
      const request = jsonRequest(moved(`${SLACK_API}/chat.postMessage`), body, bearer(bot_token))
      const result = await sendOnce(http, request, signal, (response) => {
        const { place: posted, ...rest } = postedOf(response)
        place = posted
        return rest
      })
      return place === undefined ? result : { ...result, place }
    },
    updateBlocks: (bot_token, at, message, signal) =>
      sendOnce(
        http,
        jsonRequest(moved(`${SLACK_API}/chat.update`), { ...at, ...message }, bearer(bot_token)),
        signal,
        slackResultOf,
      ),
    whisper: (bot_token, to, signal) =>
      sendOnce(
        http,
        jsonRequest(moved(`${SLACK_API}/chat.postEphemeral`), to, bearer(bot_token)),
        signal,
        slackResultOf,
      ),
  }
}
