/** What went into a run and came out of it, to be passed on. The caller has decided who may see it. */
import { jsonAsWritten, type Opened } from '#contract/core/json-text.ts'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type FoundValue, findValue, findValues, findWholeValue, type ValueName } from './values.store.ts'

/** Opens a file that has a large value; null when it is gone. */
export type OpenOutput = (key: string) => Promise<Opened | null>

const openValue = async (
  db: Queryable,
  id: ExecutionId,
  name: ValueName,
  { json, file, open }: FoundValue & { open: OpenOutput },
): Promise<Json> => jsonAsWritten(file === null ? json : ((await open(file)) ?? (await findWholeValue(db, id, name))))

export const readValue = async (db: Queryable, id: ExecutionId, name: ValueName, open: OpenOutput): Promise<Json> =>
  openValue(db, id, name, { ...(await findValue(db, id, name)), open })

export async function readValues(db: Queryable, id: ExecutionId, open: OpenOutput): Promise<Record<ValueName, Json>> {
  const found = await findValues(db, id)
  const [input, output] = await Promise.all(
    (['input', 'output'] as const).map((name) => openValue(db, id, name, { ...found[name], open })),
  )
  return { input: input ?? null, output: output ?? null }
}
