import { type FormEvent, useState } from 'react'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { parsePaise, toFieldText } from '#web/lib/rupees.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { readModelProblems, type Sending } from '#web/parts/workflows/models/model-problems.ts'
import type { Model, ModelList, Scope } from '#web/parts/workflows/models/models-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

type Settings = ModelList['settings']

interface Values {
  default_model: string
  fallback_model: string
  daily_tokens: string
  daily_paise: string
}

const valuesOf = (settings: Settings): Values => ({
  default_model: settings.default_model ?? '',
  fallback_model: settings.fallback_model ?? '',
  daily_tokens: settings.daily_tokens === null ? '' : String(settings.daily_tokens),
  daily_paise: toFieldText(settings.daily_paise),
})

const tokensOf = (text: string): number | null => {
  const bare = text.trim().replaceAll(',', '')
  if (bare === '') return null
  return /^\d{1,10}$/.test(bare) ? Number(bare) : Number.NaN
}

interface DefaultsProps {
  scope: Scope
  settings: Settings
  choices: readonly Model[]
  used: ModelList['used']['own']
}

function useDefaults({ scope, settings }: Pick<DefaultsProps, 'scope' | 'settings'>) {
  const [values, setValues] = useState(() => valuesOf(settings))
  const [state, setState] = useState<Sending>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const daily_tokens = tokensOf(values.daily_tokens)
    const daily_paise = parsePaise(values.daily_paise)
    const problems = {
      ...(Number.isNaN(daily_tokens) && { daily_tokens: t('Enter a whole number') }),
      ...(daily_paise === undefined && { daily_paise: t('Enter an amount in rupees, such as 40 or 12.50') }),
    }
    if (daily_paise === undefined || Object.keys(problems).length > 0) return setState({ problems })
    setState({ busy: true })
    try {
      const default_model = values.default_model || null
      const fallback_model = values.fallback_model || null
      await call('setModelSettings', { body: { scope, daily_tokens, daily_paise, default_model, fallback_model } })
      await refresh('listModels')
      setState({ saved: true })
    } catch (error) {
      setState(readModelProblems(error))
    }
  }
  const of = (name: keyof Values) => ({
    value: values[name],
    error: state.problems?.[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setState({})
    },
  })
  return { state, submit, of }
}

/** Who is asked when a step names no model, who when that fails, and what a day may cost. */
export function ModelDefaults({ scope, settings, choices, used }: DefaultsProps) {
  const { state, submit, of } = useDefaults({ scope, settings })
  const own = scope === 'own'
  return (
    <Card>
      <CardHeader title={own ? t('Model selection') : t('Default and budget for everyone')}>
        {own
          ? t(
              'For steps that don’t name a model, in your workflows, workflows you can edit, and open agents that send nothing. The budget covers your own models.',
            )
          : t(
              'For people without their own model, and for agents that don’t use it. The budget is what each person can use free each day; in agent runs, anything above it is paid from credits.',
            )}
      </CardHeader>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label={t('First')}
            none={own ? t('Automatic') : t('First in the list')}
            choices={choices}
            {...of('default_model')}
          />
          <Choice label={t('If it fails')} none={t('None')} choices={choices} {...of('fallback_model')} />
          <Limit label={t('Tokens per day')} inputMode="numeric" {...of('daily_tokens')} />
          <Limit label={t('Rupees per day')} inputMode="decimal" {...of('daily_paise')} />
        </div>
        <Used used={used} />
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {state.saved && (
            <p role="status" className="text-good text-base">
              {t('Saved')}
            </p>
          )}
          <Button type="submit" busy={state.busy && t('Saving...')}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const Limit = (props: Omit<Parameters<typeof TextField>[0], 'placeholder' | 'optional'>) => (
  <TextField {...props} optional placeholder={t('No limit')} />
)

function Choice({
  none,
  choices,
  ...props
}: { none: string; choices: readonly Model[] } & Omit<Parameters<typeof Select>[0], 'options'>) {
  const named = choices.map(({ id, name, model }) => ({
    value: id,
    label: name === model ? name : `${name} (${model})`,
  }))
  return <Select {...props} options={[{ value: '', label: none }, ...named]} />
}

function Used({ used }: Pick<DefaultsProps, 'used'>) {
  return (
    <p className="text-muted text-base">
      {t('Used today: {tokens} tokens in {calls} calls, {cost}. A day begins at midnight UTC (5:30 am in India).', {
        tokens: formatNumber(used.tokens),
        calls: formatNumber(used.calls),
        cost: formatMicros(used.cost_micros),
      })}{' '}
      {t('Calls that would exceed the budget are refused.')}
    </p>
  )
}
