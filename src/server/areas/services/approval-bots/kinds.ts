import type { HttpPort } from '#nodes/ports.ts'
import { createSlack } from '#server/gateways/channels/slack.ts'
import { createSlackBlocks } from '#server/gateways/channels/slack-blocks.ts'
import { createTelegram } from '#server/gateways/channels/telegram.ts'
import type { ApprovalKinds } from './kind.ts'
import { slackApprovals } from './slack.ts'
import { telegramApprovals } from './telegram.ts'

/** @param addresses other origins for tests, by the origin that a service has */
export const createApprovalKinds = (http: HttpPort, addresses: Readonly<Record<string, string>>): ApprovalKinds => ({
  slack: slackApprovals(createSlack(http, addresses), createSlackBlocks(http, addresses)),
  telegram: telegramApprovals(createTelegram(http, addresses)),
})
