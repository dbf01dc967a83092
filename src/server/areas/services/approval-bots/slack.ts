/** Approvals in Slack: messages of blocks (https://api.slack.com/block-kit), whose buttons come back as signed requests. */
import {
  type ApprovalKind,
  type BotDelivery,
  type BotSettings,
  NOTHING_CAME,
  type Press,
  type ShownMessage,
} from '#server/areas/services/approval-bots/kind.ts'
import { type Fields, fieldsOf, listOf, textOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import { problemOf } from '#server/areas/services/channels/slack/read-event.ts'
import { answerCheck, checkSignature } from '#server/areas/services/channels/slack/slack-proof.ts'
import { parseJson } from '#server/gateways/channels/channel-api.ts'
import type { SlackApi } from '#server/gateways/channels/slack.ts'
import type { SlackBlocks, SlackBlocksApi } from '#server/gateways/channels/slack-blocks.ts'

const ACTIONS = { approve: 'approve', reject: 'reject', open: 'open' } as const
/** A header takes no more. */
const HEADER_CHARS = 150

/** Plain text: nothing in it calls people, links or formats. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const button = (action_id: string, text: string, more: object) => ({
  ...{ type: 'button', action_id, text: plain(text), ...more },
})

function buttonsOf({ decide, open }: ShownMessage): object[] {
  const elements = [
    ...(decide === null
      ? []
      : [
          button(ACTIONS.approve, decide.approve, { value: decide.id, style: 'primary' }),
          button(ACTIONS.reject, decide.reject, { value: decide.id, style: 'danger' }),
        ]),
    ...(open === null ? [] : [button(ACTIONS.open, open.label, { url: open.url })]),
  ]
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function toBlocks(message: ShownMessage): SlackBlocks {
  const { heading, details, notes } = message
  const isShort = heading.length <= HEADER_CHARS
  return {
    text: escaped(heading),
    blocks: [
      { type: isShort ? 'header' : 'section', text: plain(heading) },
      ...(details === '' ? [] : [{ type: 'section', text: plain(details) }]),
      ...(notes.length === 0 ? [] : [{ type: 'context', elements: notes.map(plain) }]),
      ...buttonsOf(message),
    ],
  }
}

/** https://api.slack.com/reference/interaction-payloads/block-actions */
function pressOf(payload: Fields, { account }: BotSettings): Press | null {
  const [action = {}] = listOf(payload.actions)
  const approved = action.action_id === ACTIONS.approve
  if (payload.type !== 'block_actions' || fieldsOf(payload.team).id !== account) return null
  if (!approved && action.action_id !== ACTIONS.reject) return null
  const { channel_id, message_ts } = fieldsOf(payload.container)
  return {
    ...{ type: 'press', approved, message: textOf(action.value, 60), from: textOf(fieldsOf(payload.user).id, 30) },
    ...{ place: textOf(channel_id, 30), external_id: textOf(message_ts, 30), reference: textOf(action.action_ts, 30) },
  }
}

/** A message to the app in their chat with it. */
function eventOf(body: Fields, { account, bot_user }: BotSettings): BotDelivery {
  if (body.type !== 'event_callback' || body.team_id !== account) return NOTHING_CAME
  const event = fieldsOf(body.event)
  const { type, channel_type, subtype, bot_id, user, text } = event
  const isMeant = type === 'message' && channel_type === 'im' && bot_id === undefined && subtype === undefined
  const came =
    isMeant && user !== bot_user
      ? { type: 'words' as const, from: textOf(user, 30), name: '', text: textOf(text, 200) }
      : null
  return { ...NOTHING_CAME, came, problem: problemOf(event) }
}

export const slackApprovals = (api: SlackApi, messages: SlackBlocksApi): ApprovalKind => ({
  kind: 'slack',
  name: 'Slack',
  read(delivery, { settings, secrets }) {
    const answer = delivery.method === 'POST' ? answerCheck(delivery) : null
    if (answer === null || secrets.signing_secret !== '') checkSignature(delivery, secrets.signing_secret)
    if (answer !== null) return { ...NOTHING_CAME, answer }
    const body = fieldsOf(delivery.body)
    if (typeof body.payload !== 'string') return eventOf(body, settings)
    return { ...NOTHING_CAME, came: pressOf(fieldsOf(parseJson(body.payload)), settings) }
  },
  async identify({ bot_token }, signal) {
    const { team_id, team, user_id, name } = await api.readBot(bot_token, signal)
    return { account: team_id, bot_user: user_id, display_name: `${team} · @${name}` }
  },
  readName: ({ bot_token }, address, signal) => api.readName(bot_token, address, signal),
  linkTo: () => null,
  post: ({ bot_token }, to, message, signal) => messages.postBlocks(bot_token, to, toBlocks(message), signal),
  update: ({ bot_token }, { place, external_id }, message, signal) =>
    messages.updateBlocks(bot_token, { channel: place, ts: external_id }, toBlocks(message), signal),
  whisper: ({ bot_token }, { place, person }, words, signal) =>
    messages.whisper(bot_token, { channel: place, user: person, text: escaped(words) }, signal),
  answerPress: () => null,
})

/** The Slack app of approvals (https://api.slack.com/reference/manifests), to be pasted at Slack. */
export const approvalManifest = (name: string, request_url: string): string =>
  JSON.stringify(
    {
      display_information: { name: name.slice(0, 35) },
      features: {
        app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
        bot_user: { display_name: name.slice(0, 35), always_online: true },
      },
      oauth_config: { scopes: { bot: ['chat:write', 'im:history', 'users:read'] } },
      settings: {
        event_subscriptions: { request_url, bot_events: ['message.im', 'app_uninstalled', 'tokens_revoked'] },
        interactivity: { is_enabled: true, request_url },
        ...{ org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
      },
    },
    null,
    2,
  )
