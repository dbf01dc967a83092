/** Outputs too large for a row: stored beside it, named by the row. */
import type { Readable } from 'node:stream'
import type { Outputs } from '#server/gateways/outputs.ts'

/** Characters of JSON that still fit a row. */
export const INLINE_CHARACTERS = 256 * 1024

export const keyOfOutput = (execution_id: string, node_id: string, iteration: string): string =>
  `executions/${execution_id}/${iteration === '' ? node_id : `${node_id}.${iteration}`}.json`

/** The part of a row that says where its output is. */
export interface WithOutput {
  output?: unknown
  stored?: string | null
}

/**
 * Rows with their large outputs in place.
 * @param lost what becomes of a row whose output is gone
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
      try {
        return { ...row, output: JSON.parse(await outputs.get(row.stored)) }
      } catch {
        return lost === 'null' ? { ...row, output: null } : null
      }
    }),
  )
  return found.filter((row) => row !== null)
}

/** A large output as it is kept; null when it is gone. */
export async function openOutput(key: string, outputs: Outputs | null): Promise<(() => Readable) | null> {
  try {
    return (await outputs?.open(key)) ?? null
  } catch {
    return null
  }
}
