/** What went into a run and came out of it, to be passed on. The caller has decided who may see it. */
import { jsonAsWritten, type Opened } from '#contract/core/json-text.ts'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findValue, findWholeValue, type ValueName } from './values.store.ts'

/** Opens a file that has a large value; null when it is gone. */
export type OpenOutput = (key: string) => Promise<Opened | null>

export async function readValue(db: Queryable, id: ExecutionId, name: ValueName, open: OpenOutput): Promise<Json> {
  const { json, file } = await findValue(db, id, name)
  if (file === null) return jsonAsWritten(json)
  return jsonAsWritten((await open(file)) ?? (await findWholeValue(db, id, name)))
}
