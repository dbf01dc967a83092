/** What a transfer moves: what was chosen, and what can't be separated from it. */

import type { TransferKind } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, TransferThing } from '#contract/accounts/transfers.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './contents.store.ts'

/** Ids by their kind. */
export type Contents = Record<TransferKind, string[]>

export const sortByKind = (things: readonly TransferThing[]): Contents => {
  const of = (kind: TransferKind) => [...new Set(things.filter((one) => one.kind === kind).map(({ id }) => id))]
  return {
    workflow: of('workflow'),
    agent: of('agent'),
    service: of('service'),
    knowledge_base: of('knowledge_base'),
    data_table: of('data_table'),
    credential: of('credential'),
    model: of('model'),
    mcp_server: of('mcp_server'),
    imported_app: of('imported_app'),
    skill: of('skill'),
  }
}

export const countContents = (contents: Contents): number =>
  Object.values(contents).reduce((sum, ids) => sum + ids.length, 0)

/**
 * Adds what is bound to these: agents to their workflows and the other way round, private agents to their services. The things must be
 * locked or only looked at.
 */
export async function findContents(
  db: Queryable,
  owner: UserId,
  chosen: readonly TransferThing[],
): Promise<{ contents: Contents; moves: NamedThing[] }> {
  let things: readonly TransferThing[] = chosen
  let contents = sortByKind(things)
  for (;;) {
    const bound = await store.findBound(db, owner, contents)
    const next = sortByKind([...things, ...bound])
    if (countContents(next) === countContents(contents)) break
    things = [...things, ...bound]
    contents = next
  }
  return { contents, moves: await store.findNamed(db, owner, contents) }
}
