/** What the passport of an agent says that remembers people. */
export const REMEMBERS_YOU = 'What you let it remember about you'

/** What limits the memory of a person. */
export const MEMORY = {
  /** Facts that one agent remembers of one person. */
  facts: 100,
  /** Characters. */
  fact: 300,
  /** Agents that one person lets remember them. */
  agents: 500,
} as const
