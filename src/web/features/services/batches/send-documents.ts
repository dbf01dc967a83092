/** Sends documents one after the other, a few at a time, and makes items of a draft of them. One that is refused keeps no other waiting. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { BATCH, ITEM_PROBLEMS, type ItemProblem } from '#contract/services/batch-values.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'
import { pause } from '#web/lib/pause.ts'
import type { ChosenDocument } from './dropped-files.ts'
import { BadEntry } from './unzip.ts'

const AT_ONCE = 3
/** Items in one request: small enough for what inputs may hold. */
const PART = 200
const AGAIN_MS = 3_000
const MOST_TRIES = 40

type Item = { name: string; input: JsonObject } | { name: string; problem: ItemProblem }

/** Tries again while the server is busy or away. */
async function persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError && error.retryable) || tries >= MOST_TRIES || signal.aborted) throw error
      await pause(AGAIN_MS, signal)
    }
}

const problemOf = (error: unknown): ItemProblem | null => {
  if (error instanceof BadEntry) return error.problem
  const code = error instanceof ApiError ? error.code : null
  return ITEM_PROBLEMS.find((problem) => problem === code) ?? null
}

async function send(document: ChosenDocument, field: string, rest: JsonObject, signal: AbortSignal): Promise<Item> {
  const name = document.name.slice(0, BATCH.item_name)
  if (document.problem !== null) return { name, problem: document.problem }
  try {
    const file = await document.open()
    const { id } = await persist(() => upload(file, { signal }), signal)
    return { name, input: { ...rest, [field]: { file_id: id } } }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    return { name, problem }
  }
}

interface Sending {
  batch: string
  documents: readonly ChosenDocument[]
  /** The input that takes the document, and what all have in common. */
  field: string
  rest: JsonObject
  onSent: (count: number) => void
  signal: AbortSignal
}

/** @throws ApiError for what no other document would pass either, such as a full storage */
export async function sendDocuments({ batch, documents, field, rest, onSent, signal }: Sending): Promise<void> {
  for (let from = 0; from < documents.length; from += PART) {
    const part = documents.slice(from, from + PART)
    const items: Item[] = []
    let next = 0
    const work = async () => {
      for (let at = next++; at < part.length; at = next++) {
        signal.throwIfAborted()
        const document = part[at]
        if (!document) return
        items[at] = await send(document, field, rest, signal)
        onSent(from + items.filter(Boolean).length)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await persist(() => call('addBatchItems', { params: { id: batch }, body: { from, items } }), signal)
  }
}
