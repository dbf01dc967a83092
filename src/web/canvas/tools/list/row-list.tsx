import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Group } from '#graph/document.ts'
import { useSelection } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { ListRow } from './row.tsx'
import { alwaysDrawn, type Row, VIRTUAL_FROM } from './rows.ts'

export interface RowListProps {
  rows: readonly Row[]
  groups: readonly Group[]
  readOnly: boolean
  /** What scrolls around the list. */
  scroller: RefObject<HTMLElement | null>
  /** Takes what brings a row into sight by its id. */
  reach: RefObject<((id: string) => void) | null>
}

/** Rough height of a row with its gap, in px; each is measured once it is drawn. */
const ROW = 92
const GAP = 8

/** The nodes as rows: all of them, or, where they are many, those in sight and those one may come back to. */
export function RowList(props: RowListProps) {
  return props.rows.length < VIRTUAL_FROM ? <AllRows {...props} /> : <RowsInSight {...props} />
}

const label = () => t('Nodes in the order they run')

function AllRows({ rows, groups, readOnly, reach }: RowListProps) {
  useEffect(() => {
    // Every row is there.
    reach.current = null
  }, [reach])
  const ids = rows.map(({ node }) => node.id)
  return (
    <ol aria-label={label()} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {rows.map((row, index) => (
        <ListRow key={row.node.id} {...{ row, groups, readOnly, ids }} first={index === 0} />
      ))}
    </ol>
  )
}

function RowsInSight({ rows, groups, readOnly, scroller, reach }: RowListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { nodes: selected } = useSelection()
  const [focused, setFocused] = useState<string | null>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), [])
  const ids = rows.map(({ node }) => node.id)
  const stay = alwaysDrawn(ids, selected, focused)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => ids[index] ?? index,
    gap: GAP,
    overscan: 8,
    scrollMargin: margin,
    rangeExtractor: (range: Range) => [...new Set([...stay, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })
  useEffect(() => {
    reach.current = (id) => {
      const index = ids.indexOf(id)
      if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
    }
  })
  return (
    <ol
      ref={list}
      aria-label={label()}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row && (
            <ListRow
              key={key}
              {...{ row, groups, readOnly, ids }}
              first={index === 0}
              placed={{ index, of: rows.length, top: start - margin, measure: virtual.measureElement }}
            />
          )
        )
      })}
    </ol>
  )
}
