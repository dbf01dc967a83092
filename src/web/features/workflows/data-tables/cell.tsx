import { type KeyboardEvent, useRef, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { TableColumn } from '#contract/workflows/data-tables.ts'
import { formatNumber } from '#web/lib/format.ts'
import { SelectBox } from '#web/ui/forms/select.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'

const ANSWERS = [
  { value: '', label: '–' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** A stored value as it is typed: a day without its time when that is midnight. */
function asTyped(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  return /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/.test(text) ? text.slice(0, 10) : text
}

const shownOf = (type: TableColumn['type'], value: Json): string =>
  type === 'number' && typeof value === 'number' ? formatNumber(value) : asTyped(value).replace(/:00\.000Z$/, 'Z')

interface Props {
  column: TableColumn
  /** Which row it is in, in words. */
  row: string
  value: Json
  /** Null empties it. @returns what was wrong, in words; null when it was saved */
  onSave: (value: Json) => Promise<string | null>
}

/** A value that is changed in its place: Enter or leaving it saves, Escape leaves it as it was. */
export function Cell({ column, row, value, onSave }: Props) {
  const label = `${column.name}, ${row}`
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const save = async (next: string) => {
    if (next === asTyped(value)) return setTyped(null)
    const wrong = await onSave(next === '' ? null : next)
    setProblem(wrong)
    if (wrong === null) setTyped(null)
  }
  if (column.type === 'yes_no')
    return (
      <SelectBox
        aria-label={label}
        options={ANSWERS}
        invalid={problem !== null}
        value={typed ?? asTyped(value)}
        onChange={({ target }) => {
          setTyped(target.value)
          void save(target.value)
        }}
      />
    )
  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${shownOf(column.type, value) || 'empty'}`}
        onClick={() => setTyped(asTyped(value))}
        className={`block min-h-9 w-full min-w-24 max-w-80 truncate rounded px-2 hover:bg-hover ${column.type === 'number' ? 'text-right tabular-nums' : 'text-left'}`}
      >
        <bdi>{shownOf(column.type, value)}</bdi>
      </button>
    )
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save(typed)
    if (event.key === 'Escape') {
      setTyped(null)
      setProblem(null)
    }
  }
  return (
    <div className="grid min-w-40 gap-1 py-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        className={`h-9 px-2 ${inputClass(problem === null ? undefined : 'error')}`}
        placeholder={column.type === 'date' ? '2026-11-28' : undefined}
        inputMode={column.type === 'number' ? 'decimal' : undefined}
        dir="auto"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKey}
        onBlur={() => void save(typed)}
      />
      {problem !== null && (
        <p role="alert" className="max-w-60 text-bad text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}
