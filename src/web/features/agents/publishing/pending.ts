/** What was typed and is not on the server yet, kept in this tab over a reload. Pure but for the storage. */
import type { UpdateAgent } from '#contract/agents/publishing.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'

const nameOf = (id: string): string => `publish.${id}`

export function readPending(id: string): UpdateAgent {
  try {
    return JSON.parse(readDraft(nameOf(id)).pending ?? '{}') as UpdateAgent
  } catch {
    return {}
  }
}

export const keepPending = (id: string, pending: UpdateAgent): void =>
  keepDraft(nameOf(id), Object.keys(pending).length === 0 ? null : { pending: JSON.stringify(pending) })

/** The field of a change that a problem speaks of: `samples.0.title` is of `samples`. */
export const fieldOf = (field: string | undefined): keyof UpdateAgent | null =>
  field ? ((field.replace(/^body\./, '').split('.')[0] ?? null) as keyof UpdateAgent | null) : null

/** The part of a change that can be sent while refused fields wait to be typed again. */
export function splitPending(
  pending: UpdateAgent,
  refused: ReadonlySet<string>,
): { send: UpdateAgent; held: UpdateAgent } {
  const entries = Object.entries(pending)
  return {
    send: Object.fromEntries(entries.filter(([key]) => !refused.has(key))),
    held: Object.fromEntries(entries.filter(([key]) => refused.has(key))),
  }
}
