/**
 * Values too large for a row. The output of a step is stored outside its row, which names it. Input and output of a run
 * are in the row of the run, for the database to query, and also in a file, for responses that only stream them.
 */
import type { Readable } from 'node:stream'
import type { Json } from '#contract/core/primitives.ts'
import { isLargerThan } from '#graph/values/value-size.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { NodeRow } from './journal-sql.ts'

/** Characters of JSON that still fit a row. */
export const INLINE_CHARACTERS = 256 * 1024

export const keyOfOutput = (execution_id: string, node_id: string, iteration: string): string =>
  `executions/${execution_id}/${iteration === '' ? node_id : `${node_id}.${iteration}`}.json`

/** In the folder of the run: no node is named so. What a step gave that stops the run is in it as well. */
export const keyOfResult = (execution_id: string): string => `executions/${execution_id}/-result.json`

/** In the folder of the run around it, which is there before the run itself is. */
export const keyOfInput = (around: { execution_id: string; node_id: string; iteration: string }): string =>
  keyOfOutput(around.execution_id, around.node_id, around.iteration).replace(/json$/, 'input.json')

/** The JSON of a value that is too large for a row; null of every other. */
function largeJson(value: Json): string | null {
  // No character takes more than six in JSON: most values are not even written.
  if (!isLargerThan(INLINE_CHARACTERS / 6, value)) return null
  const json = JSON.stringify(value)
  return json.length > INLINE_CHARACTERS ? json : null
}

/** The ids of files that a large output names, for its row. */
export function namedFiles(json: string): Pick<NodeRow, 'files'> {
  const ids = new Set<string>()
  for (const [, id] of json.matchAll(/"file_id":"([0-9a-f-]{36})"/g)) if (id !== undefined) ids.add(id)
  return ids.size === 0 ? {} : { files: [...ids] }
}

/** Writes a large input as a file. @returns its key; null for an input that is not large */
export async function storeInput(key: string, input: Json, outputs: Outputs | null): Promise<string | null> {
  const json = outputs && largeJson(input)
  if (!json) return null
  await outputs?.put(key, json)
  return key
}

/**
 * Writes a large result that no step gave alone. When that fails the run ends all the same: its row has all of it.
 * @returns null at once for a result that is not large
 */
export function storeResult(
  execution_id: string,
  output: Json,
  outputs: Outputs | null,
  report: (error: unknown, execution_id: string, node_id: string) => void,
): Promise<string | null> | null {
  const json = outputs && largeJson(output)
  if (!json) return null
  const key = keyOfResult(execution_id)
  return outputs.put(key, json).then(
    () => key,
    (error) => {
      report(error, execution_id, '')
      return null
    },
  )
}

/** The part of a row that says where its output is. */
export interface WithOutput {
  output?: unknown
  stored?: string | null
}

/**
 * Rows with their large outputs in place.
 * @param lost what becomes of a row whose output is gone
 * @throws AppError `unavailable` while the storage is away: an output is not gone because it cannot be read now
 */
export async function withOutputs<T extends WithOutput>(
  rows: readonly T[],
  outputs: Outputs | null,
  lost: 'dropped' | 'null',
): Promise<T[]> {
  if (!outputs || rows.every((row) => !row.stored)) return [...rows]
  const found = await Promise.all(
    rows.map(async (row): Promise<T | null> => {
      if (!row.stored) return row
      const output = parsed(await outputs.get(row.stored))
      if (output !== undefined) return { ...row, output }
      return lost === 'null' ? { ...row, output: null } : null
    }),
  )
  return found.filter((row) => row !== null)
}

/** @returns undefined for what is gone or not as it was written */
function parsed(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A large output as it is kept; null when it is gone. @throws AppError `unavailable` while the storage is away */
export const openOutput = async (key: string, outputs: Outputs | null): Promise<(() => Readable) | null> =>
  (await outputs?.open(key)) ?? null
