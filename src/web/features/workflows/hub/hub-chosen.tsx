import { Archive, ArchiveRestore, Download, FolderInput, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { HubItem } from '#contract/workflows/workflow-hub.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

/** What can be done with several workflows at once. */
export type ManyAct = 'folder' | 'export' | 'archive' | 'restore' | 'delete'

/** A workflow in a list; without a role it is one's own. */
export interface Choosable {
  id: string
  name: string
  role?: HubItem['role']
}

export interface Chosen<T extends Choosable = HubItem> {
  /** Of those that are shown. */
  items: readonly T[]
  has: (item: T) => boolean
  /** @param range takes everything from the one chosen before with it */
  toggle: (item: T, range: boolean) => void
  all: (on: boolean) => void
}

/** Why a workflow cannot be chosen; null when it can. */
export const reasonNotSelectable = ({ role = 'owner' }: Choosable): string | null =>
  role === 'owner' ? null : t('Owner only')

/** The workflows that are chosen among those shown; what leaves the list is chosen no longer. */
export function useChosen<T extends Choosable>(shown: readonly T[]): Chosen<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const may = shown.filter((item) => reasonNotSelectable(item) === null)
  const items = may.filter(({ id }) => ids.has(id))
  return {
    items,
    has: ({ id }) => ids.has(id),
    toggle: ({ id }, range) => {
      const [from, to] = [may.findIndex((item) => item.id === last), may.findIndex((item) => item.id === id)]
      const isRange = range && from >= 0
      const touched = isRange ? may.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id) : [id]
      const next = new Set(items.map((item) => item.id))
      const on = isRange || !next.has(id)
      for (const each of touched) on ? next.add(each) : next.delete(each)
      setIds(next)
      setLast(id)
    },
    all: (on) => {
      setIds(new Set(on ? may.map(({ id }) => id) : []))
      setLast(null)
    },
  }
}

interface BarProps {
  chosen: Pick<Chosen<Choosable>, 'all'> & { items: readonly unknown[] }
  /** What is offered, in this order. */
  acts: readonly ManyAct[]
  /** What is being done, in words; false while nothing is. */
  busy: string | false
  onAct: (act: ManyAct) => void
}

const actTexts = (): Record<ManyAct, string> => ({
  folder: t('Move'),
  export: t('Export'),
  archive: t('Archive'),
  restore: t('Unarchive'),
  delete: t('Delete...'),
})
const ICONS = { folder: FolderInput, export: Download, archive: Archive, restore: ArchiveRestore, delete: Trash2 }

/** The number of selected rows and their actions. It is at the bottom, so that no row moves away from the pointer. */
export function ChosenBar({ chosen, acts, busy, onAct }: BarProps) {
  const count = chosen.items.length
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={t('Selected workflows')}
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-2 surface-raised px-3 py-2"
    >
      <p role="status" className="mr-auto font-medium text-base">
        {busy || t('{count} selected', { count: formatNumber(count) })}
      </p>
      {acts.map((act) => {
        const Icon = ICONS[act]
        return (
          <Button
            key={act}
            size="sm"
            icon={<Icon aria-hidden="true" />}
            disabled={busy !== false}
            onClick={() => onAct(act)}
          >
            {actTexts()[act]}
          </Button>
        )
      })}
      <Button size="sm" variant="ghost" icon={<X aria-hidden="true" />} onClick={() => chosen.all(false)}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}
