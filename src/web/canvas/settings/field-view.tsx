import { CircleAlert } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef } from 'react'
import type { Json } from '#contract/primitives.ts'
import type { EditorHandle } from '#web/canvas/expression/editor.tsx'
import { appended, PATH_MIME } from '#web/canvas/expression/insert.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type FieldControl, Field as Labelled } from '#web/ui/field.tsx'
import { ChoicesControl } from './choices-control.tsx'
import { ExpressionControl } from './expression-control.tsx'
import type { Control } from './field-model.ts'
import { FieldTools } from './field-tools.tsx'
import { shownText } from './field-value.ts'
import { type DrawField, type FieldViewProps, useSettingsForm } from './form-context.ts'
import { ObjectFields, OptionalObject, VariantFields } from './group-fields.tsx'
import { ListItems } from './list-field.tsx'
import { PickerControl } from './picker-control.tsx'
import { SimpleControl } from './simple-controls.tsx'
import { useFieldMode } from './use-field-mode.ts'
import { ValueControl } from './value-control.tsx'

const draw: DrawField = (props) => <FieldView {...props} />

type Part<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>
type Group = Part<'list' | 'object' | 'variants' | 'choices'>

const isGroup = (control: Control): control is Group =>
  control.kind === 'list' || control.kind === 'object' || control.kind === 'variants' || control.kind === 'choices'

/** One setting: its label, its control or its expression, its help and its problem. */
export function FieldView(props: FieldViewProps) {
  const { field, value, path, onChange, inList } = props
  const { readOnly, problemAt } = useSettingsForm()
  const mode = useFieldMode(props)
  const set = (next: Json | undefined) => onChange(next, { path, title: field.title })
  const disabled = readOnly !== null
  const error = problemAt(path, !isGroup(field.control) || mode.expression)
  const { control } = field
  const editor = useRef<EditorHandle>(null)
  // A text goes on behind what is there; any other value is replaced.
  const insert = (source: string) =>
    mode.expression && editor.current
      ? editor.current.insert(source)
      : set(appended(control.kind === 'text' || mode.expression ? shownText(value) : '', source))
  const aside = <FieldTools field={field} mode={mode} disabled={disabled} onInsert={insert} />
  if (isGroup(control) && !mode.expression)
    return (
      <Framed {...props} error={error} aside={aside} bare={inList === true && control.kind !== 'list'}>
        <GroupControl {...props} control={control} />
      </Framed>
    )
  if (control.kind === 'switch' && !mode.expression)
    return (
      <div data-path={path} className="group/field flex items-start justify-between gap-3">
        <Checkbox
          label={field.title}
          help={field.help}
          disabled={disabled}
          checked={(value ?? field.preset) === true}
          onChange={({ target }) => set(target.checked)}
        />
        {aside}
      </div>
    )
  const body = (ids: FieldControl): ReactNode => {
    const shared = { field, value, onChange: set, ids, disabled }
    if (mode.expression) return <ExpressionControl {...shared} autoFocus={mode.turned} editor={editor} />
    if (control.kind === 'value') return <ValueControl {...shared} kinds={control.kinds} />
    return PICKED.has(control.kind) ? (
      <PickerControl {...shared} control={control} />
    ) : (
      <SimpleControl {...shared} control={control} />
    )
  }
  const takes = !disabled && field.expression === 'template'
  return (
    <div data-path={path} className="group/field" {...(takes && droppable(insert))}>
      <Labelled
        label={field.title}
        hideLabel={inList === true}
        optional={!field.required && field.preset === undefined && !inList}
        help={inList ? undefined : field.help}
        error={error}
        aside={aside}
      >
        {body}
      </Labelled>
    </div>
  )
}

/** A value dragged from the data of a node can be let go on a field; the editor takes it at its cursor by itself. */
const droppable = (insert: (source: string) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(PATH_MIME)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const source = event.dataTransfer.getData(PATH_MIME)
    if (source === '' || event.defaultPrevented) return
    event.preventDefault()
    insert(source)
  },
})

const PICKED: ReadonlySet<string> = new Set([
  'credential',
  'model',
  'workflow',
  'node_type',
  'cron',
  'time_zone',
  'code',
])

function GroupControl(props: FieldViewProps & { control: Group }) {
  const { control } = props
  switch (control.kind) {
    case 'list':
      return <ListItems {...props} control={control} draw={draw} />
    case 'object':
      return props.field.required || props.field.preset !== undefined ? (
        <ObjectFields {...props} fields={control.fields} draw={draw} />
      ) : (
        <OptionalObject {...props} fields={control.fields} draw={draw} />
      )
    case 'variants':
      return <VariantFields {...props} control={control} draw={draw} />
    case 'choices':
      return <ChoicesControl {...props} options={control.options} />
  }
}

/** A field of several controls; `bare` without its frame, where an item of a list has one already. */
function Framed(
  props: FieldViewProps & { error: string | undefined; aside: ReactNode; bare: boolean; children: ReactNode },
) {
  const { field, path, error, aside, bare, children } = props
  const id = useId()
  const problem = error && (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-bad text-sm">
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
  const nested = field.control.kind === 'object' || field.control.kind === 'variants'
  return (
    <fieldset data-path={path} aria-describedby={error ? id : undefined} className="group/field grid min-w-0 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <legend className="float-left font-medium text-sm">{field.title}</legend>
        {aside}
      </div>
      {field.help && <p className="text-muted text-sm">{field.help}</p>}
      <div className={nested ? 'grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-l-2 pl-3' : 'grid gap-2'}>
        {children}
      </div>
      {problem}
    </fieldset>
  )
}
