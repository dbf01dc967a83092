import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import type { Control, Field } from '#web/canvas/model/fields/field-model.ts'
import { freshItem, itemsOf, keptItems, withKey } from '#web/canvas/model/fields/field-value.ts'
import { focusAdded } from '#web/canvas/panels/settings/form/focus-field.ts'
import { type Change, type DrawField, join, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { PairHead, PairRow } from './pair-row.tsx'
import { RowTools } from './row-tools.tsx'

type List = Extract<Control, { kind: 'list' }>

/** Two single values make a row; what is written in an editor of its own needs more room. */
function pairOf({ control }: Field): readonly [Field, Field] | null {
  if (control.kind !== 'object' || control.fields.length !== 2) return null
  const [first, second] = control.fields
  const fits = ({ control: { kind }, expression, when }: Field) =>
    (kind === 'text' || kind === 'value' || kind === 'choice') && expression !== 'per_item' && when === null
  return first && second && fits(first) && fits(second) ? [first, second] : null
}

const isSingle = ({ control: { kind } }: Field) => kind !== 'object' && kind !== 'variants' && kind !== 'list'

/** The name by which a person knows an item again. */
function nameOf(item: Json, index: number): string {
  const named = isObject(item) ? (item.name ?? item.title) : undefined
  return typeof named === 'string' && named !== '' ? named : `${index + 1}`
}

/** A list: items are added, taken out and put in another order. */
export function ListItems({
  field,
  control,
  value,
  path,
  onChange,
  draw,
}: {
  field: Field
  control: List
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}) {
  const { readOnly } = useSettingsForm()
  const box = useRef<HTMLDivElement>(null)
  const items = itemsOf(value ?? field.preset, control.bare)
  const disabled = readOnly !== null
  const keep = (next: readonly Json[]) => onChange(keptItems(next, control.bare), { path, title: field.title })
  const change = (index: number, next: Json | undefined, at: { path: string; title: string }) => {
    const kept = items.map((one, place) => (place === index ? (next ?? freshItem(control.item)) : one))
    onChange(keptItems(kept, control.bare), at)
  }
  const add = () => focusAdded(box.current, join(path, items.length), () => keep([...items, freshItem(control.item)]))
  const move = (from: number, to: number) => {
    const next = [...items]
    const [moved] = next.splice(from, 1)
    if (moved !== undefined) next.splice(to, 0, moved)
    keep(next)
  }
  const remove = (index: number) => {
    keep(items.filter((_, at) => at !== index))
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const full =
    control.most !== null && items.length >= control.most ? t('At most {most}', { most: control.most }) : undefined
  const pair = pairOf(control.item)
  return (
    <div ref={box} className="grid gap-2">
      {pair && items.some(isObject) && <PairHead first={pair[0]} second={pair[1]} />}
      {items.length > 0 && (
        <ul className={`grid ${pair ? 'gap-1.5' : 'gap-2'}`}>
          {items.map((item, index) => {
            const place: Placed = {
              ...{ field, item, index, disabled, path: join(path, index) },
              last: items.length - 1,
              onMove: (to) => move(index, to),
              onRemove: () => remove(index),
              onChange: (next, at) => change(index, next, at),
            }
            return pair && isObject(item) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no name of their own; what a field holds comes from the document
              <PairItem key={index} {...place} pair={pair} value={item} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <Item key={index} {...place} control={control} draw={draw} />
            )
          })}
        </ul>
      )}
      <div>
        <Button
          data-add
          size="sm"
          icon={<Plus aria-hidden="true" />}
          reason={readOnly ?? full}
          aria-label={t('Add to {title}', { title: field.title })}
          onClick={add}
        >
          {t('Add')}
        </Button>
      </div>
    </div>
  )
}

interface Placed {
  field: Field
  item: Json
  index: number
  last: number
  disabled: boolean
  path: string
  onMove: (to: number) => void
  onRemove: () => void
  onChange: Change
}

/** An item of two single values, in one row. */
function PairItem(props: Placed & { pair: readonly [Field, Field]; value: JsonObject }) {
  const { pair, value, index, path, last, disabled, onMove, onRemove, onChange } = props
  const [first, second] = pair
  return (
    <li data-path={path}>
      <PairRow
        first={{ field: first, value: value[first.key], path: join(path, first.key) }}
        second={{ field: second, value: value[second.key], path: join(path, second.key) }}
        onChange={(key, next, at) => onChange(withKey(value, key, next), at)}
        tools={(more) => (
          <RowTools name={nameOf(value, index)} {...{ index, last, disabled, onMove, onRemove }}>
            {more}
          </RowTools>
        )}
      />
    </li>
  )
}

function Item(props: Placed & { control: List; draw: DrawField }) {
  const { field, item, index, last, disabled, path, onMove, onRemove, onChange, control: list, draw } = props
  const control = list.item
  // A row of a table is “Rows 2”, a cell of it “Rows 2.1”.
  const title = `${field.title}${control.fromApp && /\d$/.test(field.title) ? '.' : ' '}${index + 1}`
  const name = control.fromApp && !isObject(item) ? title : nameOf(item, index)
  const children = draw({
    field: { ...control, title },
    value: item,
    path,
    inList: true,
    onChange,
  })
  const tools = (
    <div className="flex shrink-0">
      <IconButton
        size="sm"
        label={t('Move {name} up', { name })}
        disabled={disabled || index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t('Move {name} down', { name })}
        disabled={disabled || index === last}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t('Remove {name}', { name })} disabled={disabled} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
  if (isSingle(control))
    return (
      <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
        {children}
        <div className="mt-1">{tools}</div>
      </li>
    )
  return (
    <li className="grid gap-3 rounded border border-line bg-paper p-3">
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate font-medium text-base">
          <bdi>{name}</bdi>
        </p>
        {tools}
      </div>
      {children}
    </li>
  )
}
