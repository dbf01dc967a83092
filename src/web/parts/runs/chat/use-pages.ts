/** A list that is shown page after page: the first page at once, each further one when it is asked for. */
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Query } from '#web/api/query.ts'

interface Page<T> {
  items: T[]
  total: number
}

export interface Pages<T> {
  /** In the order of the server. Undefined until the first page is there. */
  items: readonly T[] | undefined
  total: number
  /** Asks for the next page; null where there is none. */
  more: (() => void) | null
  /** Whether a page after the first is being fetched. */
  loading: boolean
}

/**
 * @param queryOf the page that begins there
 * @param idOf what came in between moves the pages: an item of two pages is shown once
 */
export function usePages<T>(
  queryOf: (offset: number) => Query<Page<T>>,
  size: number,
  idOf: (item: T) => string,
): Pages<T> {
  const [count, setCount] = useState(1)
  const found = useQueries({ queries: Array.from({ length: count }, (_, index) => queryOf(index * size)) })
  const pages = found.flatMap(({ data }) => data ?? [])
  const [first] = pages
  const all = new Map(pages.flatMap(({ items }) => items.map((item) => [idOf(item), item] as const)))
  const total = first?.total ?? 0
  return {
    items: first && [...all.values()],
    total,
    more: count * size < total ? () => setCount(count + 1) : null,
    loading: first !== undefined && pages.length < count,
  }
}
