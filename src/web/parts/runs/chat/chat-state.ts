/** What a chat shows and can do, in the builder, on a hosted page or in the widget. */
import type { ChatMessage } from '#contract/runs/conversations.ts'
import type { PlanItem } from '#contract/runs/plan.ts'

/** A message on its way: shown at once, and offered again when it did not arrive. */
export interface Sending {
  key: string
  text: string
  files: readonly { id: string; name: string }[]
  replaces: string | undefined
  /** Why it was not accepted; null while it is being sent. */
  error: string | null
}

/** A message as it is sent. */
export const bodyOf = ({ key, text, files, replaces }: Sending) => ({
  key,
  text,
  files: files.map((file) => ({ file_id: file.id as never })),
  ...(replaces && { replaces }),
})

export interface ChatState {
  /** Oldest first. */
  messages: readonly ChatMessage[]
  /** Shows what was said before them; null where that is all. Rejects when it could not be fetched. */
  earlier: (() => Promise<void>) | null
  sending: Sending | null
  /** The answer as far as it is written; null before its first word. */
  live: string | null
  /** What the agent plans for that answer, as far as it was told meanwhile. */
  livePlan: readonly PlanItem[] | null
  /** Whether an answer is under way. */
  answering: boolean
  /** Whether nothing can be sent meanwhile. */
  busy: boolean
  /** The connection is lost and being taken up again. */
  lost: boolean
  /** The size limit of a file, in megabytes. */
  uploadMb: number
  /** @returns the id of the stored file @throws ApiError with what is wrong with the file */
  upload(file: File): Promise<string>
  /** Fetches a file of an answer. @throws ApiError */
  download(file_id: string): Promise<Blob>
  send(text: string, files: readonly { id: string; name: string }[], replaces?: string): void
  /** Sends again what was not accepted. */
  again(): void
  /** Gives up what was not accepted. @returns its text */
  discard(): string
  /** Ends the answer that is under way. */
  stop(): void
  /** It is being ended. */
  stopping: boolean
  /** Why it was not ended, in words. */
  stopFailed: string | null
  /** Keeps what the person thinks of an answer; absent where nobody reads it. Null takes it back. @throws ApiError */
  rate?: (message: string, rating: 'up' | 'down' | null, reason: string) => Promise<void>
}
