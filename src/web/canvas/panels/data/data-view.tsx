import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { DataFiles } from './data-files.tsx'
import { filesIn, tableOf, textsIn } from './data-paths.ts'
import { DataTable } from './data-table.tsx'
import { type DataOf, DataTree } from './data-tree.tsx'
import { carries } from './drag-path.ts'

export const VIEWS = [
  { value: 'schema', label: 'Fields' },
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
  { value: 'text', label: 'Text' },
  { value: 'file', label: 'Files' },
] as const
export type ViewName = (typeof VIEWS)[number]['value']

/** Longer JSON is cut on the screen; the search finds the part that is needed. */
const MOST_CHARS = 20_000

export interface ShownData {
  value: Json
  base: string
  name: string
}

/** How data is looked at: one choice and one search for all that is shown together. */
export function useDataView() {
  const [view, setView] = useState<ViewName>('schema')
  const [search, setSearch] = useState('')
  return { view, setView, search, setSearch }
}

export type DataLook = ReturnType<typeof useDataView>

/** The choice of the view and the search. Views that have nothing to show are left out. */
export function DataTools({ look, all }: { look: DataLook; all: readonly ShownData[] }) {
  const there = VIEWS.filter(
    ({ value }) =>
      value === look.view ||
      (value === 'table' && all.some((one) => tableOf(one.value, '') !== null)) ||
      (value === 'file' && all.some((one) => filesIn(one.value, '').length > 0)) ||
      value === 'schema' ||
      value === 'json' ||
      value === 'text',
  )
  return (
    <div className="grid gap-2">
      <Segmented
        label={t('View')}
        value={look.view}
        onChange={(value) => look.setView(VIEWS.find((one) => one.value === value)?.value ?? 'schema')}
        segments={there}
      />
      <TextField
        label={t('Search data')}
        hideLabel
        type="search"
        placeholder={t('Search data')}
        icon={<Search aria-hidden="true" />}
        value={look.search}
        onChange={(event) => look.setSearch(event.target.value)}
      />
    </div>
  )
}

/** A value in the chosen view. */
export function DataShown({ look, value, base, name }: ShownData & { look: DataLook }) {
  const search = look.search.trim().toLowerCase()
  const of: DataOf = { value, base, name, search }
  const id = useId()
  switch (look.view) {
    case 'schema':
      return <DataTree key={id} {...of} label={t('Fields of {name}', { name })} />
    case 'table':
      return <DataTable {...of} label={t('Table of {name}', { name })} />
    case 'file':
      return <DataFiles {...of} />
    case 'text':
      return <Texts {...of} />
    case 'json':
      return <JsonText {...of} />
  }
}

function JsonText({ value, name, search }: DataOf) {
  const whole = JSON.stringify(value, null, 2)
  const lines =
    search === ''
      ? whole
      : whole
          .split('\n')
          .filter((line) => line.toLowerCase().includes(search))
          .join('\n')
  const cut = lines.length > MOST_CHARS
  return (
    <>
      <CodeBlock code={lines.slice(0, MOST_CHARS)} label={t('JSON of {name}', { name })} />
      {cut && (
        <p className="py-1 text-muted text-base">
          {t('{count} more characters', {
            count: formatNumber(lines.length - MOST_CHARS),
          })}
        </p>
      )}
    </>
  )
}

function Texts({ value, base, search }: DataOf) {
  const texts = textsIn(value, base).filter(({ text }) => text.toLowerCase().includes(search))
  if (texts.length === 0) return <p className="text-muted text-base">{t('No text in this data.')}</p>
  return texts.map(({ path, text }) => (
    <div key={path} {...carries(path)} data-path={path} className="mb-3 cursor-grab">
      <p className="truncate font-mono text-muted text-xs">{path}</p>
      <p className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words text-base">{text.slice(0, MOST_CHARS)}</p>
    </div>
  ))
}
