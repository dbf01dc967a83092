/** `ctx.handOver` of the nodes: the agent asks for a person in the chat that its run answers. */
import type { HandOverPort } from '#nodes/ports.ts'
import { isHandedOverSince } from '#server/areas/runs/runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { handOver, locked } from './hand-over.ts'
import * as store from './inbox.store.ts'

export const createHandOverPort = (db: Database): HandOverPort => ({
  async ask(execution_id, reason) {
    const asked = await store.findAsked(db, execution_id)
    if (!asked?.service_id) return 'no_chat'
    const settings = await store.findSettings(db, asked.service_id)
    if (!settings?.enabled) return 'off'
    await db.transaction().execute(async (tx) => {
      const conversation = await locked(tx, asked.conversation_id)
      // The same call again, after its process died: what came of the first one stays.
      if (await isHandedOverSince(tx, conversation.id, asked.seq)) return
      await handOver(tx, conversation, { asked_by: 'agent', reason, taken_by: null })
    })
    return 'asked'
  },
})
