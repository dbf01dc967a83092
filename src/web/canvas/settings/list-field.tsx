import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Json } from '#contract/primitives.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { Control, Field } from './field-model.ts'
import { freshItem, itemsOf, keptItems } from './field-value.ts'
import { focusAt } from './focus-field.ts'
import { type Change, type DrawField, join, useSettingsForm } from './form-context.ts'

type List = Extract<Control, { kind: 'list' }>

const isSingle = ({ control: { kind } }: Field) => kind !== 'object' && kind !== 'variants' && kind !== 'list'

/** The name by which a person knows an item again. */
function nameOf(item: Json, index: number): string {
  const named =
    typeof item === 'object' && item !== null && !Array.isArray(item) ? (item.name ?? item.title) : undefined
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
  const add = () => {
    keep([...items, freshItem(control.item)])
    focusAt(box.current, join(path, items.length))
  }
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
  const full = control.most !== null && items.length >= control.most ? `At most ${control.most}` : undefined
  return (
    <div ref={box} className="grid gap-2">
      {items.length > 0 && (
        <ul className="grid gap-2">
          {items.map((item, index) => (
            <Item
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no name of their own; what a field holds comes from the document
              key={index}
              field={field}
              item={item}
              index={index}
              last={items.length - 1}
              disabled={disabled}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            >
              {draw({
                field: { ...control.item, title: `${field.title} ${index + 1}` },
                value: item,
                path: join(path, index),
                inList: true,
                onChange: (next, at) => change(index, next, at),
              })}
            </Item>
          ))}
        </ul>
      )}
      <div>
        <Button
          data-add
          size="sm"
          icon={<Plus aria-hidden="true" />}
          reason={readOnly ?? full}
          aria-label={`Add to ${field.title}`}
          onClick={add}
        >
          Add
        </Button>
      </div>
    </div>
  )
}

function Item(props: {
  field: Field
  item: Json
  index: number
  last: number
  disabled: boolean
  onMove: (to: number) => void
  onRemove: () => void
  children: ReactNode
}) {
  const { field, item, index, last, disabled, onMove, onRemove, children } = props
  const control = field.control.kind === 'list' ? field.control.item : field
  const name = nameOf(item, index)
  const tools = (
    <div className="flex shrink-0">
      <IconButton
        size="sm"
        label={`Move ${name} up`}
        disabled={disabled || index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={`Move ${name} down`}
        disabled={disabled || index === last}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={`Remove ${name}`} disabled={disabled} onClick={onRemove}>
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
        <p className="min-w-0 truncate font-medium text-sm">
          <bdi>{name}</bdi>
        </p>
        {tools}
      </div>
      {children}
    </li>
  )
}
