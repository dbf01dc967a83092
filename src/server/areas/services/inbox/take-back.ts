/** The agent answers again where nobody has, for as long as the owner of the service allows. What is due is in the database alone. */
import type { Database } from '#server/platform/database/database.ts'
import { giveBack, locked } from './hand-over.ts'
import * as store from './inbox.store.ts'

const AT_ONCE = 100

export async function takeBackChats(db: Database): Promise<void> {
  for (const id of await store.findDue(db, AT_ONCE))
    await db.transaction().execute(async (tx) => {
      const conversation = await locked(tx, id)
      // A person has answered, or another process was here.
      if (await store.isDue(tx, id)) await giveBack(tx, conversation, 'late')
    })
}
