import { type KeyboardEvent, useRef, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { TableColumn } from '#contract/workflows/data-tables.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { SelectBox } from '#web/ui/forms/select.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'

const answers = () => [
  { value: '', label: '–' },
  { value: 'Yes', label: t('Yes') },
  { value: 'No', label: t('No') },
]

/** A stored value as it is typed: a day without its time when that is midnight. */
function asTyped(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  return /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/.test(text) ? text.slice(0, 10) : text
}

const shownOf = (type: TableColumn['type'], value: Json): string =>
  type === 'number' && typeof value === 'number'
    ? formatNumber(value)
    : typeof value === 'boolean'
      ? value
        ? t('Yes')
        : t('No')
      : asTyped(value).replace(/:00\.000Z$/, 'Z')

interface Props {
  column: TableColumn
  /** Which row it is in, in words. */
  row: string
  value: Json
  /** Null empties it. @returns what was wrong, in words; null when it was saved. Absent where it can only be read. */
  onSave?: ((value: Json) => Promise<string | null>) | undefined
}

const PLACEHOLDERS: Partial<Record<TableColumn['type'], string>> = { date: '2026-11-28' }

interface EditorProps {
  type: TableColumn['type']
  label: string
  typed: string
  problem: string | null
  onType: (typed: string) => void
  onSave: (typed: string) => void
  onEnd: (how: 'saved' | 'left') => void
}

function Editor({ type, label, typed, problem, onType, onSave, onEnd }: EditorProps) {
  if (type === 'yes_no')
    return (
      <SelectBox
        autoFocus
        aria-label={label}
        options={answers()}
        invalid={problem !== null}
        value={typed}
        onChange={({ target }) => {
          onType(target.value)
          onSave(target.value)
        }}
        onBlur={() => onEnd('left')}
      />
    )
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnd('saved')
    if (event.key === 'Escape') onEnd('left')
  }
  return (
    <div className="grid min-w-40 gap-1 py-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        className={`h-9 px-2 ${inputClass(problem === null ? undefined : 'error')}`}
        placeholder={PLACEHOLDERS[type]}
        inputMode={type === 'number' ? 'decimal' : undefined}
        dir="auto"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKey}
        onBlur={() => onSave(typed)}
      />
      {problem !== null && (
        <p role="alert" className="max-w-60 text-bad text-base">
          {problem}
        </p>
      )}
    </div>
  )
}

export function Cell({ onSave, ...rest }: Props) {
  if (onSave) return <EditableCell {...rest} onSave={onSave} />
  const { type } = rest.column
  return (
    <bdi className={`block max-w-80 truncate ${type === 'number' ? 'text-right tabular-nums' : ''}`}>
      {shownOf(type, rest.value)}
    </bdi>
  )
}

/** A value that is changed in its place: Enter or leaving it saves, Escape leaves it as it was. */
function EditableCell({
  column: { name, type },
  row,
  value,
  onSave,
}: Props & { onSave: NonNullable<Props['onSave']> }) {
  const label = `${name}, ${row}`
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Ended by a key: the focus goes back to the value. */
  const [byKey, setByKey] = useState(false)
  const saving = useRef(false)
  const close = () => {
    setProblem(null)
    setTyped(null)
  }
  const save = async (next: string) => {
    if (saving.current) return
    if (next === asTyped(value)) return close()
    saving.current = true
    const wrong = await onSave(next === '' ? null : next)
    saving.current = false
    if (wrong === null) close()
    else setProblem(wrong)
  }
  const end = (how: 'saved' | 'left') => {
    setByKey(type !== 'yes_no')
    if (how === 'left') close()
    else void save(typed ?? '')
  }
  if (typed !== null)
    return (
      <Editor {...{ type, label, typed, problem }} onType={setTyped} onSave={(next) => void save(next)} onEnd={end} />
    )
  return (
    <button
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the field that had the focus
      autoFocus={byKey}
      type="button"
      aria-label={`${label}: ${shownOf(type, value) || t('empty')}`}
      onClick={() => {
        setByKey(false)
        setTyped(asTyped(value))
      }}
      className={`-mx-2 block min-h-9 w-[calc(100%+1rem)] min-w-24 truncate rounded px-2 hover:bg-hover ${type === 'number' ? 'text-right tabular-nums' : 'max-w-80 text-left'}`}
    >
      <bdi>{shownOf(type, value)}</bdi>
    </button>
  )
}
