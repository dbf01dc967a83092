/** Outputs too large for a row: stored beside it, named by reference. */
import type { Json } from '#contract/primitives.ts'
import type { NodeRow } from './journal-sql.ts'

/** Where large outputs are kept; every process of the installation reaches the same place. */
export interface Blobs {
  put(key: string, text: string): Promise<void>
  get(key: string): Promise<string>
}

/** Bytes of JSON that still fit a row. */
export const INLINE_BYTES = 256 * 1024

/** What stands in a row for an output that is stored beside it. */
export const reference = (key: string, bytes: number): Json => ({ $stored: key, bytes })

const keyOf = (output: Json | undefined): string | null => {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return null
  const key = output.$stored
  return typeof key === 'string' && Object.keys(output).length === 2 ? key : null
}

/** Rows with their large outputs in place. */
export async function withOutputs(rows: NodeRow[], blobs: Blobs | null): Promise<NodeRow[]> {
  if (!blobs) return rows
  return Promise.all(
    rows.map(async (row) => {
      const key = keyOf(row.output)
      return key === null ? row : { ...row, output: JSON.parse(await blobs.get(key)) as Json }
    }),
  )
}
