/** What a chat shows and can do, in the builder, on a hosted page or in the widget. */
import type { ChatMessage } from '#contract/runs/conversations.ts'

/** A message on its way: shown at once, and offered again when it did not arrive. */
export interface Sending {
  key: string
  text: string
  files: readonly { id: string; name: string }[]
  replaces: string | undefined
  /** Why it was not accepted; null while it is being sent. */
  error: string | null
}

export interface ChatState {
  /** Oldest first. */
  messages: readonly ChatMessage[]
  sending: Sending | null
  /** The answer as far as it is written; null before its first word. */
  live: string | null
  /** Whether an answer is under way. */
  busy: boolean
  send(text: string, files: readonly { id: string; name: string }[], replaces?: string): void
  /** Sends again what was not accepted. */
  again(): void
  /** Gives up what was not accepted. @returns its text */
  discard(): string
  /** Ends the answer that is under way. */
  stop(): void
}
