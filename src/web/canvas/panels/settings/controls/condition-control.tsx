import { Braces, Plus, Rows3, Trash2 } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import {
  type Condition,
  type ConditionRow,
  conditionOf,
  conditionText,
  EMPTY_ROW,
  isUnary,
  OPERATORS,
  type Operator,
} from '#web/canvas/model/fields/condition-rows.ts'
import { shownText } from '#web/canvas/model/fields/field-value.ts'
import { findBrokenReferences } from '#web/canvas/panels/expression/broken.ts'
import { onlySource } from '#web/canvas/panels/expression/converters.ts'
import { ItemSteps, LiveResult, useEvaluated } from '#web/canvas/panels/expression/live-result.tsx'
import { readablePaths } from '#web/canvas/panels/expression/paths.ts'
import { droppable } from '#web/canvas/panels/settings/form/droppable.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SelectBox } from '#web/ui/forms/select.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import { ExpressionControl } from './expression-control.tsx'

type Props = ComponentProps<typeof ExpressionControl>

/** The expression in a value, without braces; null for a value that is more or less than one expression. */
function sourceOf({ value, field }: Pick<Props, 'value' | 'field'>): string | null {
  const text = shownText(value)
  if (text.trim() === '' || field.expression === 'per_item') return text
  return typeof value === 'string' ? onlySource(text) : null
}

/** A condition as rows that all or any of are to be true; as an expression where it says more, or where one wants to. */
export function ConditionControl(props: Props) {
  const { field, value, disabled } = props
  const { expression, keepOpen } = useSettingsForm()
  const perItem = field.expression === 'per_item'
  const source = sourceOf(props)
  const read = source === null ? null : conditionOf(source)
  const [mode, setMode] = useState<'rows' | 'expression'>(() => {
    const ids = expression?.whole.scope.nodes.map(({ id }) => id)
    const isBroken = !perItem && ids !== undefined && findBrokenReferences(shownText(value), ids).length > 0
    // With all the space next to the canvas, it is a text that is written.
    return read === null || isBroken || !keepOpen ? 'expression' : 'rows'
  })
  const inRows = mode === 'rows' && read !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {inRows ? <Rows {...props} read={read} perItem={perItem} /> : <ExpressionControl {...props} />}
      <div>
        <Button
          size="sm"
          variant="ghost"
          disabled={disabled}
          icon={inRows ? <Braces aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
          reason={read === null ? t('This expression says more than rows can') : undefined}
          aria-label={
            inRows
              ? t('Write {title} as an expression', { title: field.title })
              : t('Write {title} as rows', { title: field.title })
          }
          onClick={() => setMode(inRows ? 'expression' : 'rows')}
        >
          {inRows ? t('As an expression') : t('As rows')}
        </Button>
      </div>
    </div>
  )
}

export const JOINS = [
  { value: 'and', label: 'AND' },
  { value: 'or', label: 'OR' },
]

function Rows(props: Props & { read: Condition; perItem: boolean }) {
  const { field, value, read, perItem, onChange, disabled, ids } = props
  const { expression } = useSettingsForm()
  const list = useId()
  const text = shownText(value)
  // Rows that say nothing yet are not in the value: they are kept here as long as it is what they made of it.
  const [own, setOwn] = useState<{ condition: Condition; text: string } | null>(null)
  const { join, rows } = own?.text === text ? own.condition : read
  const readable = expression && (perItem ? expression.perItem : expression.whole)
  const result = useEvaluated(text, readable?.bindings ?? null, perItem)
  const change = (condition: Condition) => {
    const source = conditionText(condition)
    const next = source === '' ? '' : perItem ? source : `{{ ${source} }}`
    setOwn({ condition, text: next })
    if (next !== text) onChange(next === '' ? undefined : next)
  }
  const set = (at: number, part: Partial<ConditionRow>) =>
    change({ join, rows: rows.map((row, index) => (index === at ? { ...row, ...part } : row)) })
  return (
    <>
      <datalist id={list}>
        {readable && readablePaths(readable.scope).map(({ path, of }) => <option key={path} value={path} label={of} />)}
      </datalist>
      <ol className="grid gap-2">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name other than their place
          <li key={at} className="grid gap-1.5">
            {at > 0 && (
              <div className="w-24">
                <SelectBox
                  aria-label={at === 1 ? t('All or any of the rows') : t('All or any, row {at}', { at: at + 1 })}
                  value={join}
                  disabled={disabled}
                  invalid={false}
                  options={JOINS.map(({ value, label }) => ({ value, label: t(label) }))}
                  onChange={({ target }) => change({ join: target.value === 'or' ? 'or' : 'and', rows })}
                />
              </div>
            )}
            <Row
              row={row}
              number={at + 1}
              {...{ list, disabled, perItem }}
              ids={at === 0 ? ids : null}
              set={(part) => set(at, part)}
              onRemove={rows.length > 1 ? () => change({ join, rows: rows.filter((_, index) => index !== at) }) : null}
            />
          </li>
        ))}
      </ol>
      <LiveResult result={result} said={expression?.said ?? ''} />
      {perItem && expression && <ItemSteps {...expression.items} />}
      <div>
        <Button
          size="sm"
          disabled={disabled}
          icon={<Plus aria-hidden="true" />}
          aria-label={t('Add a row to {title}', { title: field.title })}
          onClick={() => change({ join, rows: [...rows, EMPTY_ROW] })}
        >
          {t('Add condition')}
        </Button>
      </div>
    </>
  )
}

/** A value, how it is compared, and with what. A value of the data can be dropped on both sides. */
function Row({
  row,
  number,
  list,
  disabled,
  perItem,
  ids,
  set,
  onRemove,
}: {
  row: ConditionRow
  number: number
  list: string
  disabled: boolean
  perItem: boolean
  ids: Props['ids'] | null
  set: (part: Partial<ConditionRow>) => void
  /** Null for the only row. */
  onRemove: (() => void) | null
}) {
  const input = `h-9 px-2.5 font-mono text-base! ${inputClass(ids?.['aria-invalid'] ? 'error' : undefined)}`
  const shared = { disabled, list, spellCheck: false, autoCapitalize: 'none', className: input }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_2rem] items-center gap-x-1 gap-y-1.5 rounded border border-line bg-sunken/60 p-2">
      <input
        {...shared}
        {...ids}
        aria-label={t('Value {number}', { number })}
        value={row.left}
        placeholder={perItem ? 'price' : '$input.total'}
        onChange={({ target }) => set({ left: target.value })}
        {...droppable((left) => set({ left }))}
      />
      {onRemove ? (
        <IconButton size="sm" label={t('Remove condition {number}', { number })} disabled={disabled} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      ) : (
        <span />
      )}
      <div className="grid grid-cols-2 gap-1.5">
        <SelectBox
          aria-label={t('Comparison {number}', { number })}
          value={row.operator}
          disabled={disabled}
          invalid={false}
          options={OPERATORS.map(({ id, label }) => ({ value: id, label: t(label) }))}
          onChange={({ target }) => set({ operator: target.value as Operator })}
        />
        {!isUnary(row.operator) && (
          <input
            {...shared}
            aria-label={t('Compared with {number}', { number })}
            title={t('A number, true, a text, or a value such as $input.limit. In quotes it is always a text.')}
            value={row.right}
            placeholder={row.operator === 'in' ? 'paid, open' : '100'}
            onChange={({ target }) => set({ right: target.value })}
            {...droppable((right) => set({ right }))}
          />
        )}
      </div>
    </div>
  )
}
