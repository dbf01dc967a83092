/** Fields that only the app can fill: what can be chosen, and which fields an object has. */

import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { appFieldsOf } from '#web/canvas/model/fields/app-fields.ts'
import { spoken } from '#web/canvas/model/fields/app-schema.ts'
import type { Asks, Field, Option } from '#web/canvas/model/fields/field-model.ts'
import { isSame, itemsOf, shownText, withKey } from '#web/canvas/model/fields/field-value.ts'
import { type DrawField, type FieldViewProps, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { type Answer, type Asking, useAnswer } from '#web/canvas/services/queries/use-asked.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field as Labelled } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppFields } from './app-fields.tsx'
import { JsonOrRows } from './json-or-rows.tsx'
import { OptionList } from './simple-controls.tsx'
import { SingleControl } from './single-control.tsx'

/** Above so many one searches. */
const MANY = 12

interface Props extends FieldViewProps {
  asks: Asks
  asked: Asking
}

const inQuotes = (names: readonly string[]) => names.map((name) => `“${spoken(name)}”`).join(t(' and '))

/** How the question goes: on its way, refused, or why it cannot be asked. */
function AnswerState({ answer, title, what }: { answer: Answer; title: string; what: 'choices' | 'fields' }) {
  const { waitsFor, loading, failure, data } = answer
  if (failure !== null)
    return (
      <div role="alert" className="grid justify-items-start gap-1.5 text-bad text-base">
        <p className="wrap-anywhere" dir="auto">
          {failure}
        </p>
        <Button
          size="sm"
          aria-label={t('Try again to load the {what} of {title}', { what: t(what), title })}
          onClick={answer.again}
        >
          {t('Try again')}
        </Button>
      </div>
    )
  const text = waitsFor
    ? 'account' in waitsFor
      ? t('Connect your account first to see the {what}.', { what: t(what) })
      : t('The {what} depend on {fields}, which the workflow gives when it runs. Use an expression here too.', {
          what: t(what),
          fields: inQuotes(waitsFor.fields),
        })
    : loading
      ? t('Loading {what}...', { what: t(what) })
      : (data?.message ?? null)
  return (
    <p role="status" className="wrap-anywhere text-muted text-base empty:hidden" dir="auto">
      {text}
    </p>
  )
}

/** What was offered so far, so that a choice keeps its name while something else is searched for. */
function useOffered(answer: Answer, search: string, searchesItself: boolean) {
  const named = useRef(new Map<string, string>())
  const options: readonly Option[] = answer.data?.options ?? []
  for (const { value, label } of options) named.current.set(JSON.stringify(value), label)
  const words = searchesItself ? [] : search.toLowerCase().split(/\s+/).filter(Boolean)
  return {
    options,
    shown: options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))),
    nameOf: (value: Json) => named.current.get(JSON.stringify(value)) ?? shownText(value),
    isOffered: (value: Json) => options.some((one) => isSame(one.value, value)),
  }
}

const Search = ({ field, value, onChange }: { field: Field; value: string; onChange: (text: string) => void }) => (
  <TextField
    label={t('Search for {title}', { title: field.title })}
    hideLabel
    type="search"
    placeholder={t('Search')}
    dir="auto"
    maxLength={200}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)

const Again = ({ field, answer }: { field: Field; answer: Answer }) => (
  <IconButton
    label={t('Load the choices of {title} again', { title: field.title })}
    disabled={answer.waitsFor !== null || answer.loading}
    onClick={answer.again}
  >
    <RefreshCw aria-hidden="true" />
  </IconButton>
)

/** One of what the app offers. What was chosen before stays, also where it is not offered any more. */
export function AskedChoice(props: Props & Omit<Parameters<typeof SingleControl>[0], keyof FieldViewProps>) {
  const { field, value, path, onChange, ids, disabled, asks, asked } = props
  // A piece names all that there is; a list of an app may not be whole.
  const isPlain = ['text', 'number'].includes(field.control.kind) && !asked.integration.startsWith('piece-')
  const [search, setSearch] = useState('')
  const [byHand, setByHand] = useState(false)
  const answer = useAnswer(asks, asked, asks.search ? search : '')
  const { options, shown, nameOf, isOffered } = useOffered(answer, search, asks.search)
  const given = value ?? field.preset
  const isChosen = given !== undefined && given !== null && given !== ''
  const kept =
    isChosen && !shown.some((one) => isSame(one.value, given)) ? [{ value: given, label: nameOf(given) }] : []
  const isUnknown =
    !isPlain && isChosen && answer.data !== undefined && !answer.loading && !asks.search && !isOffered(given)
  const turn = isPlain && !disabled && (
    <div>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5"
        aria-label={
          byHand
            ? t('Choose from a list: {title}', { title: field.title })
            : t('Enter by hand: {title}', { title: field.title })
        }
        onClick={() => setByHand(!byHand)}
      >
        {byHand ? t('Choose from a list') : t('Enter by hand')}
      </Button>
    </div>
  )
  if (byHand)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <SingleControl {...props} />
        {turn}
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {(asks.search || options.length > MANY) && <Search field={field} value={search} onChange={setSearch} />}
      <div className="flex items-start gap-1.5">
        <div className="min-w-0 grow" aria-busy={answer.loading}>
          <OptionList
            options={[...kept, ...shown]}
            value={isChosen ? given : undefined}
            empty={field.required ? t('Choose one') : t('Not set')}
            ids={ids}
            disabled={disabled || (kept.length === 0 && shown.length === 0)}
            onChange={(next) => onChange(next, { path, title: field.title })}
          />
        </div>
        <Again field={field} answer={answer} />
      </div>
      <AnswerState answer={answer} title={field.title} what="choices" />
      {isUnknown && (
        <p className="wrap-anywhere text-base text-warn" dir="auto">
          {t('“{name}” isn’t among the choices now. It’s kept until you choose another.', { name: nameOf(given) })}
        </p>
      )}
      {turn}
    </div>
  )
}

/** Several of what the app offers. */
function AskedChoices({ field, value, path, onChange, asks, asked }: Props) {
  const { readOnly } = useSettingsForm()
  const [search, setSearch] = useState('')
  const answer = useAnswer(asks, asked, asks.search ? search : '')
  const { options, shown, nameOf } = useOffered(answer, search, asks.search)
  const chosen = itemsOf(value ?? field.preset, false)
  const others = chosen.filter((one) => !shown.some((option) => isSame(option.value, one)))
  const toggle = (option: Json, on: boolean) => {
    const rest = chosen.filter((one) => !isSame(one, option))
    const next = on ? [...rest, option] : rest
    onChange(next.length === 0 && !field.required ? undefined : next, { path, title: field.title })
  }
  const list = [...others.map((one) => ({ value: one, label: nameOf(one) })), ...shown]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {(asks.search || options.length > MANY) && <Search field={field} value={search} onChange={setSearch} />}
      <div className="flex items-start gap-1.5">
        <div
          aria-busy={answer.loading}
          className="grid max-h-60 min-h-9 min-w-0 grow gap-1 overflow-y-auto rounded border border-line p-2"
        >
          {list.map((option) => (
            <Checkbox
              key={JSON.stringify(option.value)}
              label={option.label}
              disabled={readOnly !== null}
              checked={chosen.some((one) => isSame(one, option.value))}
              onChange={({ target }) => toggle(option.value, target.checked)}
            />
          ))}
        </div>
        <Again field={field} answer={answer} />
      </div>
      <AnswerState answer={answer} title={field.title} what="choices" />
    </div>
  )
}

/** An object whose fields the app knows once others are filled in. What was entered stays, also where it is not asked for now. */
function AskedFields({ field, value, path, onChange, asks, asked, draw }: Props & { draw: DrawField }) {
  const { readOnly } = useSettingsForm()
  const answer = useAnswer(asks, asked)
  const schema = answer.data?.schema ?? null
  const given = isObject(value) ? value : {}
  // A trigger has nothing before it that an expression could read.
  const shown = schema ? appFieldsOf(schema) : []
  const fields = asked.of === 'trigger' ? shown.map((one) => ({ ...one, expression: 'none' as const })) : shown
  const known = new Set(fields.map(({ key }) => key))
  const left = Object.keys(given).filter((key) => !known.has(key))
  const at = { path, title: field.title }
  const drop = () =>
    onChange(
      left.reduce((rest, key) => withKey(rest, key, undefined), given),
      at,
    )
  return (
    <>
      {answer.loading && <Skeleton className="h-16 w-full" />}
      <AnswerState answer={answer} title={field.title} what="fields" />
      {schema && fields.length === 0 && <p className="text-muted text-base">{t('There’s nothing to fill in here.')}</p>}
      {fields.length > 0 && (
        <AppFields key={fields.map(({ key }) => key).join(' ')} {...{ fields, value, path, onChange, draw }} />
      )}
      {schema && left.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-base">
          <p className="wrap-anywhere text-muted">
            {t('Entered before and not asked for now: {left}.', { left: left.map(spoken).join(', ') })}
          </p>
          <Button size="sm" disabled={readOnly !== null} onClick={drop}>
            {t('Remove')}
          </Button>
        </div>
      )}
      {!schema && !answer.loading && (answer.failure !== null || left.length > 0) && (
        <Labelled label={field.title} hideLabel>
          {(ids) => (
            <JsonOrRows
              {...{ field, value, path, ids, disabled: readOnly !== null, object: true }}
              change={onChange}
              onChange={(next) => onChange(next, at)}
            />
          )}
        </Labelled>
      )}
    </>
  )
}

/** What is asked for and is made of several controls. */
export const AskedGroup = (props: Props & { draw: DrawField }) =>
  props.asks.what === 'fields' ? <AskedFields {...props} /> : <AskedChoices {...props} />
