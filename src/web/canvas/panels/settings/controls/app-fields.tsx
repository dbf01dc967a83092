/** The fields of an object that an action of an app takes: what is needed first, the rest on demand. */

import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { fieldsWith, isInForm, isNeeded, isSet } from '#web/canvas/model/fields/app-fields.ts'
import type { Field } from '#web/canvas/model/fields/field-model.ts'
import { isSame, withKey } from '#web/canvas/model/fields/field-value.ts'
import {
  type Change,
  type DrawField,
  type FieldViewProps,
  join,
  useSettingsForm,
} from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** So many are shown without being asked for where nothing is required. */
const FEW = 4
/** Above so many one searches. */
const MANY = 12

const keyOf = ({ key }: Field): string => key

/** In a form that was put together by hand: a usual value that nobody has changed is not worth a place. */
function isShownFirst({ key, main, required, preset }: Field, given: JsonObject): boolean {
  if (main) return true
  const value = Object.hasOwn(given, key) ? given[key] : undefined
  return value === undefined ? required && preset === undefined : !isSame(value, preset ?? null)
}

/** A file is entered as its id, or as the expression that gives it. */
const shownValue = ({ control }: Field, value: Json | undefined): Json | undefined =>
  control.kind === 'file' && isObject(value) && Object.keys(value).length === 1 ? value.file_id : value

interface Props {
  fields: readonly Field[]
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}

export function AppFields({ fields: all, value, path, onChange, draw }: Props) {
  const given: JsonObject = isObject(value) ? value : {}
  const { problemAt } = useSettingsForm()
  // What is set when the form opens is shown; a field does not move while it is written.
  const chosen = all.some(({ main }) => main)
  const [first] = useState(() =>
    all.filter((field) => (chosen ? isShownFirst(field, given) : field.required || isSet(field, given))).map(keyOf),
  )
  const [before] = useState(() => all.filter((field) => isInForm(field, given)).map(keyOf))
  const fields = all
    .filter((field) => before.includes(field.key) || isInForm(field, given))
    .map((field) => (field.required && !isNeeded(field, given) ? { ...field, required: false } : field))
  const shown = new Set(fields.length <= FEW && !chosen ? fields.map(({ key }) => key) : first)
  const rest = fields.filter(({ key }) => !shown.has(key))
  const wrong = rest.some(({ key }) => problemAt(join(path, key), true) !== undefined)
  const one = (field: Field) => (
    <Fragment key={field.key}>
      {draw({
        field,
        value: shownValue(field, Object.hasOwn(given, field.key) ? given[field.key] : undefined),
        path: join(path, field.key),
        onChange: (next, at) => onChange(withKey(given, field.key, next), at),
      })}
    </Fragment>
  )
  return (
    <>
      {fields.filter(({ key }) => shown.has(key)).map(one)}
      {rest.length > 0 && <More fields={rest} one={one} open={shown.size === 0 || wrong} />}
    </>
  )
}

/** Fields that are rarely needed, behind a button. */
function More({
  fields,
  one,
  open: wanted,
}: {
  fields: readonly Field[]
  one: (field: Field) => React.ReactNode
  open: boolean
}) {
  const [open, setOpen] = useState(wanted)
  const [search, setSearch] = useState('')
  const id = useId()
  const isOpen = open || wanted
  const found = fieldsWith(fields, search)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={id}
          icon={isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          className="-ml-2.5"
          onClick={() => setOpen(!isOpen)}
        >
          {t('More settings ({count})', { count: fields.length })}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isOpen && (
          <>
            {fields.length > MANY && (
              <TextField
                label={t('Search settings')}
                hideLabel
                type="search"
                placeholder={t('Search settings')}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            )}
            {found.map(one)}
            {found.length === 0 && <p className="text-muted text-base">{t('No results')}</p>}
          </>
        )}
      </div>
    </div>
  )
}

/** Objects inside objects are opened by hand below this. */
const DEEPEST_OPEN = 2

/** An object in the input: its fields are drawn once it is opened, for it may hold itself. */
export function AppObject({
  field,
  fields,
  value,
  path,
  onChange,
  draw,
  inList,
}: FieldViewProps & { fields: readonly Field[]; draw: DrawField }) {
  const filled = isObject(value) && Object.keys(value).length > 0
  const level = path.split('.').filter((part) => !/^\d+$/.test(part)).length - 1
  const [open, setOpen] = useState(inList === true || filled || (field.required && level <= DEEPEST_OPEN))
  const id = useId()
  const change: Change = (next, at) => {
    const isEmpty = isObject(next) && Object.keys(next).length === 0
    onChange(isEmpty && !field.required && !inList ? undefined : next, at)
  }
  if (!open)
    return (
      <div>
        <Button
          size="sm"
          aria-expanded={false}
          aria-label={t('Fill in {title}', { title: field.title })}
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('Fill in')}
        </Button>
      </div>
    )
  return (
    <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AppFields {...{ fields, value, path, draw }} onChange={change} />
    </div>
  )
}
