/** Pages of lists that are small enough to be read whole. */

export interface Page {
  limit: number
  offset: number
}

/** The list with the page of its `key` that was asked for, and where that page lies in it. */
export function listPage<Key extends string, List extends Readonly<Record<Key, readonly unknown[]>>>(
  list: List,
  key: Key,
  { limit, offset }: Page,
): List & Page & { total: number } {
  const all = list[key]
  return { ...list, [key]: all.slice(offset, offset + limit), total: all.length, limit, offset }
}
