import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const KINDS = ['text', 'number', 'yes_no'] as const
type Kind = (typeof KINDS)[number]

/** A name and a value while they are typed. */
export interface MetadataRow {
  /** Stays when rows before it go. */
  row: number
  key: string
  kind: Kind
  value: string
}

const kindOf = (value: KnowledgeMetadata[string]): Kind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes_no' : 'text'

let rows = 0
const newRow = (): MetadataRow => ({ row: rows++, key: '', kind: 'text', value: '' })

export const rowsOf = (metadata: KnowledgeMetadata): MetadataRow[] =>
  Object.entries(metadata).map(([key, value]) => ({ ...newRow(), key, kind: kindOf(value), value: String(value) }))

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** What is wrong with a row; undefined for nothing. */
function problemOf({ row, key, kind, value }: MetadataRow, all: readonly MetadataRow[]): string | undefined {
  if (!NAME.test(key)) return t('Use letters, digits and underscores')
  if (all.some((other) => other.row !== row && other.key === key)) return t('This name is used twice')
  if (kind === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) return t('Enter a number')
  return undefined
}

/** @returns null while a row is wrong */
export function metadataOf(all: readonly MetadataRow[]): KnowledgeMetadata | null {
  if (all.some((one) => problemOf(one, all) !== undefined)) return null
  return Object.fromEntries(
    all.map(({ key, kind, value }) => [
      key,
      kind === 'number' ? Number(value) : kind === 'yes_no' ? value === 'true' : value.trim(),
    ]),
  )
}

/** Names with values of a kind each, in rows. `known`: what other documents have, for a choice while typing. */
export function MetadataFields({
  value,
  known,
  add,
  onChange,
}: {
  value: readonly MetadataRow[]
  known: readonly KnowledgeMetadata[]
  add: string
  onChange: (rows: MetadataRow[]) => void
}) {
  const id = useId()
  const names = [...new Set(known.flatMap((one) => Object.keys(one)))].sort()
  const change = (row: number, changes: Partial<MetadataRow>) =>
    onChange(value.map((one) => (one.row === row ? { ...one, ...changes } : one)))
  /** A name that other documents have brings the kind of their value. */
  const name = (row: number, key: string) => {
    const like = known.find((one) => Object.hasOwn(one, key))?.[key]
    change(row, { key, ...(like !== undefined && { kind: kindOf(like), value: '' }) })
  }
  return (
    <div className="grid gap-3">
      <datalist id={`${id}-names`}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {value.map((one, at) => (
        <Row
          key={one.row}
          one={one}
          number={at + 1}
          names={`${id}-names`}
          values={valuesOf(known, one.key)}
          problem={one.key === '' ? undefined : problemOf(one, value)}
          onName={(key) => name(one.row, key)}
          onChange={(changes) => change(one.row, changes)}
          onRemove={() => onChange(value.filter(({ row }) => row !== one.row))}
        />
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" />}
          disabled={value.length >= KNOWLEDGE.metadata}
          onClick={() => onChange([...value, newRow()])}
        >
          {add}
        </Button>
      </div>
    </div>
  )
}

const MOST_VALUES = 50
const valuesOf = (known: readonly KnowledgeMetadata[], key: string): string[] =>
  [...new Set(known.flatMap((one) => (Object.hasOwn(one, key) ? [String(one[key])] : [])))].sort().slice(0, MOST_VALUES)

function Row(props: {
  one: MetadataRow
  number: number
  names: string
  values: readonly string[]
  problem: string | undefined
  onName: (key: string) => void
  onChange: (changes: Partial<MetadataRow>) => void
  onRemove: () => void
}) {
  const { one, number, names, values, problem, onName, onChange, onRemove } = props
  const id = useId()
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow basis-36">
        <TextField
          label={t('Name {number}', { number })}
          hideLabel
          placeholder={t('Name')}
          list={names}
          value={one.key}
          maxLength={KNOWLEDGE.metadata_key}
          error={problem}
          onChange={({ target }) => onName(target.value)}
        />
      </div>
      <Select
        label={t('Kind {number}', { number })}
        hideLabel
        value={one.kind}
        options={[
          { value: 'text', label: t('Text') },
          { value: 'number', label: t('Number') },
          { value: 'yes_no', label: t('Yes or no') },
        ]}
        onChange={({ target }) => {
          const kind = KINDS.find((kind) => kind === target.value) ?? 'text'
          onChange({ kind, value: kind === 'yes_no' ? 'true' : '' })
        }}
      />
      <div className="min-w-0 grow basis-36">
        {one.kind === 'yes_no' ? (
          <Select
            label={t('Value {number}', { number })}
            hideLabel
            value={one.value === 'true' ? 'true' : 'false'}
            options={[
              { value: 'true', label: t('Yes') },
              { value: 'false', label: t('No') },
            ]}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        ) : (
          <>
            <datalist id={id}>
              {values.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
            <TextField
              label={t('Value {number}', { number })}
              hideLabel
              placeholder={t('Value')}
              list={id}
              inputMode={one.kind === 'number' ? 'decimal' : 'text'}
              value={one.value}
              maxLength={KNOWLEDGE.metadata_value}
              onChange={({ target }) => onChange({ value: target.value })}
            />
          </>
        )}
      </div>
      <IconButton label={t('Remove row {number}', { number })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
