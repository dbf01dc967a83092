import type { ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import { ApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'

export const botsQuery = q('getApprovalBots')
export const contactsQuery = q('listApprovalContacts', { query: {} })

/** Names of services outside, which are the same in every language. */
export const BOT_NAMES: Record<ApprovalBotKind, string> = { slack: 'Slack', telegram: 'Telegram' }

/** What is wrong with a field. */
export const problemAt = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.problem(field) : undefined

/** After a change of a bot, or of who is connected to it. */
export const renew = async (): Promise<void> => {
  await Promise.all([botsQuery, contactsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}
