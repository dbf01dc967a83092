/**
 * `ctx.memory` of the nodes: the conversation that a run answers, and the person who runs it. Which ones these are, the run itself says: a
 * step can't name others.
 */
import type { UserId } from '#contract/core/primitives.ts'
import type { MemoryId } from '#contract/runs/memory.ts'
import { MEMORY } from '#contract/runs/memory-values.ts'
import type { MemoryPort, RunAs } from '#nodes/ports.ts'
import { turnOf } from '#server/areas/runs/conversations/history.ts'
import * as summaries from '#server/areas/runs/conversations/summaries.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './memories.store.ts'

/** Null where the person is unknown, or doesn't allow it. */
async function memoryOf(
  db: Database,
  execution_id: string,
  { owner, author, version, trigger }: RunAs,
): Promise<{ id: MemoryId; person: UserId } | null> {
  // With a key, a schedule or a widget others may be speaking in the name of the account.
  if (!('user_id' in owner) || author === null || version === null || trigger !== 'manual') return null
  const person = owner.user_id as UserId
  const id = await store.findMemoryOfRun(db, { person, author, version, execution_id })
  return id && { id, person }
}

const ofPerson = (db: Database): Pick<MemoryPort, 'facts' | 'remember' | 'forget'> => ({
  async facts(execution_id, who) {
    const memory = await memoryOf(db, execution_id, who)
    const rows = memory && (await store.findFacts(db, memory.person, memory.id))
    return rows?.map(({ number, fact, updated_at }) => ({ number, fact, at: updated_at.toISOString() })) ?? null
  },
  async remember(execution_id, who, { fact, key }) {
    const memory = await memoryOf(db, execution_id, who)
    if (!memory) return 'refused'
    return db.transaction().execute(async (tx) => {
      const number = await store.lockMemory(tx, memory.id)
      if (number === null) return 'refused'
      const { known, facts } = await store.knowsFact(tx, memory.id, { key, fact })
      if (known) return 'known'
      if (facts >= MEMORY.facts) return 'full'
      await store.addFact(tx, memory.id, { number, fact, key, execution_id })
      return 'kept'
    })
  },
  async forget(execution_id, who, number) {
    const memory = await memoryOf(db, execution_id, who)
    return memory !== null && store.removeNumbered(db, memory.id, number)
  },
})

export const createMemoryPort = (db: Database): MemoryPort => ({
  async earlier(execution_id) {
    const asked = await summaries.findAsked(db, execution_id)
    if (!asked) return null
    const summary = await summaries.findSummary(db, asked)
    const turns = await summaries.findSince(db, asked, summary?.seq ?? '0')
    return {
      summary: summary?.text ?? '',
      turns: turns.map((said) => ({ id: said.id, ...turnOf(said) })),
    }
  },
  async keepSummary(execution_id, { through, text }) {
    const asked = await summaries.findAsked(db, execution_id)
    if (asked) await summaries.insertSummary(db, asked, { through, text })
  },
  ...ofPerson(db),
})
