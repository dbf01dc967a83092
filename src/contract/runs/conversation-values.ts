/** What limits the messages of a conversation. */
export const MESSAGE = {
  characters: 20_000,
  files: 10,
} as const
