/** `ctx.memory` of the nodes: the conversation that a run answers. Which one it is, the run itself says: a step can't name another. */
import type { MemoryPort } from '#nodes/ports.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './summaries.store.ts'

export const createMemoryPort = (db: Database): MemoryPort => ({
  async earlier(execution_id) {
    const asked = await store.findAsked(db, execution_id)
    if (!asked) return null
    const summary = await store.findSummary(db, asked)
    const turns = await store.findSince(db, asked, summary?.seq ?? '0')
    return {
      summary: summary?.text ?? '',
      turns: turns.map(({ id, role, text, data }) => ({
        id,
        role,
        text: data === null ? text : JSON.stringify(data),
      })),
    }
  },
  async keepSummary(execution_id, { through, text }) {
    const asked = await store.findAsked(db, execution_id)
    if (asked) await store.insertSummary(db, asked, { through, text })
  },
})
