/** What limits the inbox, and its words that are stored. */
export const INBOX = {
  name_chars: 60,
  opening_chars: 500,
  reason_chars: 500,
  take_back_hours: { least: 1, most: 720 },
  search_chars: 200,
} as const

/** Conversations where a person is waited for, those that a person has, or all. */
export const INBOX_FILTERS = ['waiting', 'person', 'all'] as const
export type InboxFilter = (typeof INBOX_FILTERS)[number]

/** Who answers: the agent, nobody yet, or a person. */
export const INBOX_STATES = ['agent', 'waiting', 'person'] as const
