/** What a piece keeps between its calls: of its own workflow or trigger, and shared by all that one person has of it. */
import type { Json, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as values from './piece-values.store.ts'

export type StoreScope = 'own' | 'shared'

export interface PieceStore {
  get(scope: StoreScope, key: string): Promise<Json>
  /** Null removes. @throws NodeError `store_refused` */
  put(scope: StoreScope, key: string, value: Json): Promise<void>
}

/** Values by key; null removes. */
export type Changes = Readonly<Record<string, Json>>

/** What a trigger kept and what changed of it, while nothing of that is written down. */
export interface KeptChanges {
  own: Changes
  shared: Changes
}

const MOST_VALUE = 64_000

const refused = (message: string): NodeError => new NodeError('store_refused', message)

/** @throws NodeError `store_refused` */
export function keyOfStore(key: unknown): string {
  if (typeof key !== 'string' || key === '' || key.length > 200)
    throw refused('A key of the store has 1 to 200 characters.')
  return key
}

/** @throws NodeError `store_refused` */
export function valueOfStore(given: unknown): Json {
  const value = (given ?? null) as Json
  if (JSON.stringify(value).length > MOST_VALUE)
    throw refused(`A value of the store has at most ${MOST_VALUE / 1000} kB.`)
  return value
}

interface Place {
  owner: UserId
  plugin: string
  scope: string
}

async function putAt(db: Queryable, place: Place, key: string, value: Json): Promise<void> {
  if (value === null) return values.deleteValue(db, { ...place, key })
  if (!(await values.putValue(db, { ...place, key }, value)))
    throw refused(`The store has room for ${values.MOST_VALUES} values.`)
}

/** What is shared has no scope of its own. */
const sharedBy = (owner: UserId, plugin: string): Place => ({ owner, plugin, scope: '' })

/** Of a step, for its workflow; of a direct call, for the person. Nothing without an account. */
export function storeOfAction(
  db: Database,
  { owner, plugin, execution }: { owner: UserId | null; plugin: string; execution: string | null },
): PieceStore {
  const placeOf = async (scope: StoreScope): Promise<Place> => {
    if (owner === null) throw refused('There is no store without an account.')
    if (scope === 'shared') return sharedBy(owner, plugin)
    const workflow = execution === null ? null : await values.findWorkflowOf(db, execution)
    return { owner, plugin, scope: workflow ?? 'direct' }
  }
  return {
    get: async (scope, key) => values.findValue(db, { ...(await placeOf(scope)), key }),
    put: async (scope, key, value) => putAt(db, await placeOf(scope), key, value),
  }
}

/** A trigger's own values, wherever they are kept. */
export interface Memory {
  get(key: string): Promise<Json>
  put(key: string, value: Json): Promise<void>
}

/** Of a trigger, written down at once. */
export const storeOfTrigger = (db: Queryable, owner: UserId, plugin: string, memory: Memory): PieceStore => ({
  get: (scope, key) => (scope === 'own' ? memory.get(key) : values.findValue(db, { ...sharedBy(owner, plugin), key })),
  put: (scope, key, value) =>
    scope === 'own' ? memory.put(key, value) : putAt(db, sharedBy(owner, plugin), key, value),
})

const valueIn = (kept: Changes, key: string): Json | undefined => (Object.hasOwn(kept, key) ? kept[key] : undefined)

/** Of a look: nothing is written down before what the look found is. */
export function heldStore(
  db: Queryable,
  owner: UserId,
  plugin: string,
  known: Changes,
): { store: PieceStore; changes(): KeptChanges } {
  const changed: Record<StoreScope, Record<string, Json>> = { own: {}, shared: {} }
  return {
    store: {
      async get(scope, key) {
        const own = valueIn(changed[scope], key)
        if (own !== undefined) return own
        if (scope === 'own') return valueIn(known, key) ?? null
        return values.findValue(db, { ...sharedBy(owner, plugin), key })
      },
      async put(scope, key, value) {
        // Whatever the key is called, it is a value and nothing else.
        Object.defineProperty(changed[scope], key, { value, enumerable: true, configurable: true, writable: true })
      },
    },
    changes: () => changed,
  }
}

/** Writes down what a look changed of the values that a person's triggers and steps share. @throws NodeError `store_refused` */
export async function keepShared(tx: Queryable, owner: UserId, plugin: string, changes: Changes): Promise<void> {
  for (const [key, value] of Object.entries(changes)) await putAt(tx, sharedBy(owner, plugin), key, value)
}
