/** What limits the chats that visitors lead with a service. */
export const CHAT = {
  /** A conversation without a new message is deleted after so many days. */
  kept_days: 30,
  /** Conversations of one visitor; the oldest make room. */
  per_visitor: 50,
  password_chars: { least: 6, most: 128 },
  /** New visitors, and passwords that are tried, by one sender in an hour. */
  visitors_per_hour: 60,
  tries_per_hour: 10,
  reason_chars: 1_000,
} as const

/** Who may open a chat page: everyone who knows its address, those who know its password too, or those who are signed in. */
export const CHAT_ACCESS = ['public', 'password', 'members'] as const
export type ChatAccess = (typeof CHAT_ACCESS)[number]
