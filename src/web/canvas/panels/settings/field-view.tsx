import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Control } from '#web/canvas/model/fields/field-model.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field as Labelled } from '#web/ui/forms/field.tsx'
import { AppObject } from './controls/app-fields.tsx'
import { AskedChoice, AskedGroup } from './controls/asked-field.tsx'
import { ChoicesControl } from './controls/choices-control.tsx'
import { EitherField } from './controls/either-field.tsx'
import { ObjectFields, OptionalObject, VariantFields } from './controls/group-fields.tsx'
import { JsonOrRows } from './controls/json-or-rows.tsx'
import { ListItems } from './controls/list-field.tsx'
import { SingleControl } from './controls/single-control.tsx'
import { droppable } from './form/droppable.ts'
import { FieldTools } from './form/field-tools.tsx'
import { type DrawField, type FieldViewProps, useSettingsForm } from './form/form-context.ts'
import { useFieldMode } from './form/use-field-mode.ts'
import { useValuePicker } from './form/use-value-picker.ts'

const draw: DrawField = (props) => <FieldView {...props} />

type Part<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>
type Group = Part<'list' | 'object' | 'variants' | 'choices' | 'either'>

const isNothing = (value: FieldViewProps['value']) => value == null || (Array.isArray(value) && value.length === 0)
const isGroup = (control: Control): control is Group =>
  ['list', 'object', 'variants', 'choices', 'either'].includes(control.kind)

/** One setting: its label, its control or its expression, its help and its problem. */
export function FieldView(props: FieldViewProps) {
  const { field, value, path, onChange, inList } = props
  const { readOnly, problemAt, asked, noExpressions } = useSettingsForm()
  const mode = useFieldMode(props)
  const picker = useValuePicker(props, mode)
  const disabled = readOnly !== null
  const error = problemAt(path, !isGroup(field.control) || mode.expression)
  const { control } = field
  const aside = <FieldTools {...{ field, mode, disabled, picker, path }} />
  // A list is not replaced by what is let go between its items.
  const takes =
    !disabled &&
    !noExpressions &&
    field.expression === 'template' &&
    (!isGroup(control) || (mode.turn !== null && isNothing(value)))
  const drop = takes ? droppable(picker.insert) : {}
  const asking = asked && field.asks && !mode.expression ? { asks: field.asks, asked } : null
  const group = isGroup(control) ? control : null
  if (!mode.expression && (group || asking?.asks.what === 'fields'))
    return (
      <Framed
        {...props}
        error={error}
        aside={aside}
        drop={drop}
        bare={inList === true && (control.kind !== 'list' || field.fromApp === true)}
      >
        {asking ? (
          <AskedGroup {...props} {...asking} draw={draw} />
        ) : (
          group && <GroupControl {...props} control={group} />
        )}
      </Framed>
    )
  if (control.kind === 'switch' && !mode.expression)
    return (
      <div data-path={path} className="group/field flex items-start justify-between gap-3" {...drop}>
        <Checkbox
          label={field.title}
          help={field.help}
          disabled={disabled}
          checked={(value ?? field.preset) === true}
          onChange={({ target }) => onChange(target.checked, { path, title: field.title })}
        />
        {aside}
      </div>
    )
  return (
    <div data-path={path} data-required={field.required || undefined} className="group/field" {...drop}>
      <Labelled
        label={field.title}
        hideLabel={inList === true}
        optional={!field.required && field.preset === undefined && !inList}
        help={inList ? undefined : field.help}
        error={error}
        aside={aside}
      >
        {(ids) =>
          asking ? (
            <AskedChoice {...props} {...asking} {...{ ids, disabled, mode, picker }} />
          ) : control.kind === 'json' && field.expression !== 'none' && !mode.expression ? (
            <JsonOrRows
              {...{ field, value, path, ids, disabled }}
              change={onChange}
              onChange={(next) => onChange(next, { path, title: field.title })}
              object={control.object}
            />
          ) : (
            <SingleControl {...props} {...{ ids, mode, picker, disabled }} />
          )
        }
      </Labelled>
    </div>
  )
}

function GroupControl(props: FieldViewProps & { control: Group }) {
  const { control } = props
  switch (control.kind) {
    case 'list':
      return <ListItems {...props} control={control} draw={draw} />
    case 'object':
      if (props.field.fromApp) return <AppObject {...props} fields={control.fields} draw={draw} />
      return props.field.required || props.field.preset !== undefined ? (
        <ObjectFields {...props} fields={control.fields} draw={draw} />
      ) : (
        <OptionalObject {...props} fields={control.fields} draw={draw} />
      )
    case 'variants':
      return <VariantFields {...props} control={control} draw={draw} />
    case 'either':
      return <EitherField {...props} control={control} draw={draw} />
    case 'choices':
      return <ChoicesControl {...props} options={control.options} />
  }
}

/** A field of several controls; `bare` without its frame, where an item of a list has one already. */
function Framed(
  props: FieldViewProps & {
    error: string | undefined
    aside: ReactNode
    drop: Partial<ReturnType<typeof droppable>>
    bare: boolean
    children: ReactNode
  },
) {
  const { field, path, error, aside, drop, bare, children } = props
  const id = useId()
  const problem = error && (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-bad text-base">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      {error}
    </p>
  )
  if (bare)
    return (
      <div data-path={path} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        {problem}
      </div>
    )
  const nested = ['object', 'variants', 'either'].includes(field.control.kind) || field.asks?.what === 'fields'
  return (
    <fieldset
      data-path={path}
      aria-describedby={error ? id : undefined}
      className="group/field grid min-w-0 gap-1.5"
      {...drop}
    >
      <div className="flex items-baseline justify-between gap-3">
        <legend className="float-left font-medium text-xs">{field.title}</legend>
        {aside}
      </div>
      {field.help && <p className="text-muted text-base">{field.help}</p>}
      <div className={nested ? 'grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-l-2 pl-3' : 'grid gap-2'}>
        {children}
      </div>
      {problem}
    </fieldset>
  )
}
