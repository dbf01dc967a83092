/** Two fields that belong together, in one row: a name and a value. */

import { Braces, Check, SquareFunction } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { Field } from '#web/canvas/model/fields/field-model.ts'
import { kindOfValue } from '#web/canvas/model/fields/field-value.ts'
import { droppable } from '#web/canvas/panels/settings/form/droppable.ts'
import { Values } from '#web/canvas/panels/settings/form/field-tools.tsx'
import { type Change, type FieldViewProps, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { type FieldMode, useFieldMode } from '#web/canvas/panels/settings/form/use-field-mode.ts'
import { useValuePicker, type ValuePicker } from '#web/canvas/panels/settings/form/use-value-picker.ts'
import { t } from '#web/lib/language.ts'
import { Field as Labelled } from '#web/ui/forms/field.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { SingleControl } from './single-control.tsx'
import { asKind, KIND_NAMES } from './value-kinds.ts'

const COLUMNS = 'grid grid-cols-[minmax(5rem,2fr)_minmax(0,3fr)_auto] gap-x-1.5 gap-y-1'

/** What the two columns are called, once above the rows. */
export const PairHead = ({ first, second }: { first: Field; second: Field }) => (
  <div aria-hidden="true" className={`${COLUMNS} text-muted text-base`}>
    <span title={first.help}>{first.title}</span>
    <span title={second.help}>{second.title}</span>
    <span className="w-14" />
  </div>
)

type Cell = Omit<FieldViewProps, 'onChange' | 'inList'>

export function PairRow({
  first,
  second,
  problem = null,
  onChange,
  tools,
}: {
  first: Cell
  second: Cell
  /** What is wrong with the name, beyond what validation says. */
  problem?: string | null
  onChange: (key: string, value: Json | undefined, at: Parameters<Change>[1]) => void
  /** The tools of the row, with entries of the menu for its value. */
  tools: (more: ReactNode) => ReactNode
}) {
  const left = usePart(first, onChange)
  const right = usePart(second, onChange)
  const { control } = second.field
  const kind = control.kind === 'value' ? kindOfValue(second.value, control.kinds) : null
  // What needs more room than half a row gets a line of its own.
  const wide = right.mode.expression || kind === 'json'
  return (
    <div className={`${COLUMNS} items-start`}>
      <PairCell {...left} error={problem ?? undefined} className={wide ? 'col-span-2' : ''} />
      {!wide && <PairCell {...right} />}
      <div className="mt-1">{tools(<ValueItems {...right} />)}</div>
      {wide && <PairCell {...right} className="col-span-full" />}
    </div>
  )
}

interface Part {
  props: FieldViewProps
  mode: FieldMode
  picker: ValuePicker
}

function usePart(
  cell: Cell,
  onChange: (key: string, value: Json | undefined, at: Parameters<Change>[1]) => void,
): Part {
  const props: FieldViewProps = { ...cell, inList: true, onChange: (next, at) => onChange(cell.field.key, next, at) }
  const mode = useFieldMode(props)
  return { props, mode, picker: useValuePicker(props, mode) }
}

function PairCell({
  props,
  mode,
  picker,
  error,
  className = '',
}: Part & { error?: string | undefined; className?: string }) {
  const { readOnly, problemAt } = useSettingsForm()
  const { field, path } = props
  const disabled = readOnly !== null
  const takes = !disabled && field.expression === 'template'
  return (
    <div data-path={path} className={`min-w-0 ${className}`} {...(takes && droppable(picker.insert))}>
      <Labelled label={t(field.title)} hideLabel error={error ?? problemAt(path, true)}>
        {(ids) => <SingleControl {...props} {...{ ids, mode, picker, disabled }} bare />}
      </Labelled>
      <Values field={field} picker={picker} />
    </div>
  )
}

/** How the value of a row is written, and what it can be made from. */
function ValueItems({ props: { field, value, path, onChange }, mode, picker }: Part) {
  const { expression } = useSettingsForm()
  const { control } = field
  const kinds = control.kind === 'value' && !mode.expression ? control.kinds : []
  const now = kindOfValue(value, kinds)
  if (kinds.length === 0 && !mode.turn) return null
  return (
    <>
      {expression && (
        <MenuItem icon={<Braces aria-hidden="true" />} onSelect={() => picker.onChoosing('')}>
          {t('Insert value…')}
        </MenuItem>
      )}
      {mode.turn && (
        <MenuItem icon={<SquareFunction aria-hidden="true" />} onSelect={mode.turn}>
          {mode.expression ? t('Use a fixed value') : t('Use an expression')}
        </MenuItem>
      )}
      {kinds.length > 1 && <MenuSeparator />}
      {kinds.length > 1 &&
        kinds.map((kind) => (
          <MenuItem
            key={kind}
            icon={<Check aria-hidden="true" className={kind === now ? '' : 'invisible'} />}
            onSelect={() => onChange(asKind(value, kind), { path, title: field.title })}
          >
            {t(KIND_NAMES[kind])}
            {kind === now && <span className="sr-only"> {t('(now)')}</span>}
          </MenuItem>
        ))}
    </>
  )
}
