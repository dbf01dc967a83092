/** Deletes documents and chats that their account chose to keep no longer. Runs are the work of `retention.ts`. */
import { deleteOldChats } from '#server/areas/runs/conversations/old-chats.store.ts'
import { expireOldFiles } from '#server/areas/runs/file-deletion/file-deletion.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findKeepers } from './data-policy.store.ts'

/** In a transaction each: one that was killed continues with the rest. */
const FILES_AT_ONCE = 200
const CHATS_AT_ONCE = 20
/** Of one account in a turn: the others get theirs, the rest waits for the next one. */
const MOST_BATCHES = 50

async function repeat(most: number, take: () => Promise<number>): Promise<void> {
  for (let n = 0; n < MOST_BATCHES; n++) if ((await take()) < most) return
}

/** @throws the first error, once every account had its turn */
export async function enforceDataPolicies(db: Database): Promise<void> {
  const errors: unknown[] = []
  for (const account of await findKeepers(db))
    for (const step of [
      () => repeat(FILES_AT_ONCE, () => expireOldFiles(db, account, FILES_AT_ONCE)),
      () => repeat(CHATS_AT_ONCE, () => deleteOldChats(db, account, CHATS_AT_ONCE)),
    ])
      await step().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
