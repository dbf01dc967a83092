/** What limits conversations and their messages. */
export const MESSAGE = {
  characters: 20_000,
  files: 10,
} as const

export const CONVERSATION = {
  /** Messages of one, answers and replaced ones included. */
  messages: 2_000,
  /** Conversations that one account keeps with one draft. */
  kept: 200,
  title: 80,
} as const
