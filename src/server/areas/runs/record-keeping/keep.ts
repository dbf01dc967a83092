/** Adding to the record of a run. What the tables of a run say is entered in the transaction that writes them; what they don't say is noted. */
import { randomUUID } from 'node:crypto'
import type { ExecutionId, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { RecordKind } from '#contract/runs/run-record-values.ts'
import { type Caller, personBehind, senderOf } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { HOUR_MS } from '#shared/time.ts'
import { hashAfter, type RecordSigner, type SignedEntry, sealText } from './chain.ts'
import * as store from './entries.store.ts'

/** What happened to a run and is in no other table. */
export interface RecordEvent {
  kind: RecordKind
  /** The same source is entered once. */
  source: string
  by: UserId | null
  facts: JsonObject
  /** What is about the document or a person; it can be deleted. */
  content?: JsonObject
}

export interface RunRecords {
  /** Enters what the tables say by now: a decision, a sign-off, an answer. In the transaction that wrote it. */
  catchUp(tx: Queryable, id: ExecutionId): Promise<void>
  /** Enters one event more, with what the tables say. */
  note(db: Database, id: ExecutionId, event: RecordEvent): Promise<void>
  /** The same event in several records. */
  noteEach(db: Database, ids: readonly ExecutionId[], event: RecordEvent): Promise<void>
  /** In a transaction of the caller. */
  noteIn(tx: Queryable, id: ExecutionId, event: RecordEvent): Promise<void>
  signer: RecordSigner
}

type Event = Omit<store.FoundEvent, 'at'> & { at: Date }

function add(tx: Queryable, id: ExecutionId, head: store.HeadRow, events: readonly Event[], signer: RecordSigner) {
  const noted_at = new Date()
  let before = head.head
  const entries = events.map((event, index): SignedEntry & { source: string } => {
    const { kind, source, person_id, person } = event
    const who = person_id === null ? null : sealText(JSON.stringify({ id: person_id, name: person ?? '' }))
    const content = event.content === null ? null : sealText(JSON.stringify(event.content))
    const entry = {
      ...{ execution_id: id, number: head.last_number + index + 1, kind, at: event.at, noted_at },
      ...{ facts: JSON.stringify(event.facts), who_hash: who?.hash ?? null, content_hash: content?.hash ?? null },
    }
    const hash = hashAfter(before, entry)
    before = hash
    return {
      ...{ ...entry, source, hash, ...signer.sign(hash) },
      ...{ who: who?.text ?? null, who_salt: who?.salt ?? null },
      ...{ content: content?.text ?? null, content_salt: content?.salt ?? null },
    }
  })
  return store.insertEntries(tx, id, entries)
}

export function createRunRecords(signer: RecordSigner): RunRecords {
  const enter = async (tx: Queryable, id: ExecutionId, event: RecordEvent | null): Promise<void> => {
    const head = await store.lockRecord(tx, id)
    if (head === null) return
    const events: Event[] = await store.findMissing(tx, id)
    // Another request may have entered it before this one had the lock.
    if (event !== null && !(await store.hasSource(tx, id, event.source))) {
      const { by, ...rest } = event
      const person = by === null ? null : await store.findName(tx, by)
      events.push({ ...rest, at: new Date(), person_id: by, person, content: event.content ?? null })
    }
    if (events.length > 0) await add(tx, id, head, events, signer)
  }
  return {
    signer,
    catchUp: (tx, id) => enter(tx, id, null),
    noteIn: enter,
    async noteEach(db, ids, event) {
      if (ids.length === 0) return
      for (const id of await store.findWithoutSource(db, ids, event.source))
        await db.transaction().execute((tx) => enter(tx, id, event))
    },
    async note(db, id, event) {
      if (await store.hasSource(db, id, event.source)) return
      await db.transaction().execute((tx) => enter(tx, id, event))
    },
  }
}

/** The person of an event: an admin who sees Chowk as another person is named themselves. Null for a visitor. */
export const personIn = (caller: Caller): UserId | null =>
  caller.type === 'user'
    ? caller.viewed_by === undefined
      ? (caller.api_key?.made_by ?? personBehind(caller))
      : senderOf(caller)
    : null

/** How they came: signed in, with a key or an assistant of theirs, or with the token of a visitor's run. */
export const wayOf = (caller: Caller): 'signed_in' | 'api_key' | 'run_token' =>
  caller.type === 'visitor' ? 'run_token' : caller.api_key === undefined ? 'signed_in' : 'api_key'

/** Opening the result is entered once for each person and hour, and apart for a key. */
export const openingSource = (caller: Caller, now: number): string =>
  `opened:${personIn(caller) ?? 'visitor'}:${wayOf(caller)}:${Math.floor(now / HOUR_MS)}`

export const opened = (caller: Caller, as: 'member' | 'seller', now = Date.now()): RecordEvent => ({
  ...{ kind: 'opened', source: openingSource(caller, now), by: personIn(caller), facts: { way: wayOf(caller), as } },
})

interface Answer {
  role: string
  text: string
  execution_id: ExecutionId | null
}

/** Who reads a chat reads the results of the runs that answered in it. */
export const openedInChat = (caller: Caller): RecordEvent => {
  const event = opened(caller, 'member')
  return { ...event, facts: { ...event.facts, in: 'chat' } }
}
export const runsAnsweredIn = (messages: readonly Answer[]): ExecutionId[] => [
  ...new Set(
    messages.flatMap(({ role, text, execution_id: id }) =>
      role === 'agent' && text !== '' && id !== null ? [id] : [],
    ),
  ),
]

/** A file with the result, each time. @param format null where there is only one */
export function exportOf(caller: Caller, what: 'result' | 'redacted file', format: string | null): RecordEvent {
  const facts = { what, format, way: wayOf(caller) }
  return { kind: 'exported', source: `exported:${randomUUID()}`, by: personIn(caller), facts }
}

/** That the seller of its agent may read the run from now on, or no longer. */
export function shareEvent(caller: Caller, kind: 'shared' | 'share_ended', until: Date | null): RecordEvent {
  return {
    kind,
    source: `${kind}:${randomUUID()}`,
    by: personIn(caller),
    facts: { until: until?.toISOString() ?? null },
  }
}

/** That an admin of the installation looked into the content, and why. */
export const revealEvent = (caller: Caller, reason: string): RecordEvent => ({
  ...{ kind: 'revealed', source: `revealed:${randomUUID()}`, by: personIn(caller), facts: { reason } },
})
