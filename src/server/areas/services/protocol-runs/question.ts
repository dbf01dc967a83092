/** What a request asks an agent, whatever protocol it came by: the last message, what was said before, and files that came with it. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

export interface SentFile {
  /** Where the request has it. */
  field: string
  name: string
  /** One of a file that was uploaded before, or what the request carries. */
  content: { file_id: string } | { mime: string; bytes: Buffer }
}

/** A turn as a chat message passes it on. */
export interface Turn extends JsonObject {
  role: 'person' | 'workflow'
  text: string
}

export interface Question {
  text: string
  /** Oldest first, without what the caller instructs. */
  before: Turn[]
  /** What system and developer messages say; '' for nothing. */
  instructions: string
  files: SentFile[]
  /** Where the request has the text. */
  field: string
}

/** Turns of the run before, without the caller's instructions to it. */
export const turnsOf = (history: unknown): Turn[] =>
  (Array.isArray(history) ? history : []).filter(
    (turn): turn is Turn =>
      isObject(turn) &&
      (turn.role === 'person' || turn.role === 'workflow') &&
      typeof turn.text === 'string' &&
      turn.instructions !== true,
  )
