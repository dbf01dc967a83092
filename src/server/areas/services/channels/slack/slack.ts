/** Slack: an app that its owner made from our manifest. */
import { type ChannelKind, type Connection, NOTHING_DELIVERED } from '#server/areas/services/channels/kind/kind.ts'
import type { SlackApi } from '#server/gateways/channels/slack.ts'
import { placeOf, readEvent } from './read-event.ts'
import { answerCheck, checkSignature } from './slack-proof.ts'
import { toSlack } from './to-slack.ts'

const tokenOf = ({ secrets }: Connection): string => secrets.bot_token

export const slackKind = (api: SlackApi): ChannelKind => ({
  kind: 'slack',
  name: 'Slack',
  fields: ['bot_token', 'signing_secret'],
  required: { bot_token: 'Enter the bot token.', signing_secret: 'Enter the signing secret.' },
  refusal: 'Slack refused the bot token',
  address_first: true,
  // Everyone there belongs to the workspace whose admins let the app in.
  asks_consent_at_first: false,
  window_ms: null,
  answers_without_files: false,
  read(delivery, { settings, secrets }) {
    const answer = delivery.method === 'POST' ? answerCheck(delivery) : null
    if (answer === null || secrets.signing_secret !== '') checkSignature(delivery, secrets.signing_secret)
    if (answer !== null) return { ...NOTHING_DELIVERED, answer }
    return { ...NOTHING_DELIVERED, ...readEvent(delivery.body, settings) }
  },
  async identify(connection, signal) {
    const { team_id, team, user_id, name } = await api.readBot(tokenOf(connection), signal)
    return { account: team_id, bot_user: user_id, display_name: `${team} · @${name}` }
  },
  async check(connection, _address, signal) {
    await api.readBot(tokenOf(connection), signal)
    return null
  },
  readName: (connection, address, signal) => api.readName(tokenOf(connection), address, signal),
  send: (connection, { to, thread, text, files: [file] }, signal) => {
    const { channel, thread_ts } = placeOf(thread)
    if (file) return api.sendFile(tokenOf(connection), { channel: channel || to, thread_ts, file }, signal)
    // A person’s own id leads to their chat with the app.
    return api.send(tokenOf(connection), { channel: channel || to, thread_ts, text: toSlack(text) }, signal)
  },
  download: (connection, media, most_bytes, signal) => api.download(tokenOf(connection), media, most_bytes, signal),
})
