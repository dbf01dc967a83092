import type { RefObject } from 'react'
import { stepFrom, useListKeys } from './use-list-keys.ts'

/** J focuses the next row of the table in it, K the one before; a row that has the focus opens on Enter. */
export const useRowKeys = (list: RefObject<HTMLElement | null>): void =>
  useListKeys((step) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
    const next = stepFrom(rows, rows.indexOf(document.activeElement as HTMLElement), step)
    next?.focus()
    return next !== undefined
  })
