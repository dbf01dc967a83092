/** Limits of comments on workflows: characters of one, people named in one, and comments of one workflow, answers among them. */
export const COMMENT_LIMITS = { text: 4000, mentions: 20, most: 1000 } as const
