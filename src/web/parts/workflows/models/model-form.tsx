import { type FormEvent, useState } from 'react'
import { MODEL_LIMITS } from '#contract/workflows/model-limits.ts'
import { MODEL_PROVIDERS, type ModelProvider, providerOf } from '#contract/workflows/model-providers.ts'
import type { ModelId } from '#contract/workflows/models.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { parsePaise, toFieldText } from '#web/lib/rupees.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { countryOptions } from './countries.ts'
import { readModelProblems, type Sending } from './model-problems.ts'
import type { Model, Scope } from './models-query.ts'

const FIELDS = ['name', 'base_url', 'model', 'api_key', 'input_price', 'output_price', 'country'] as const
type Name = (typeof FIELDS)[number]
type Values = Readonly<Record<Name, string>>

const valuesOf = (item: Model | undefined): Values => ({
  name: item?.name ?? '',
  base_url: item?.base_url ?? '',
  model: item?.model ?? '',
  api_key: '',
  input_price: toFieldText(item?.input_price ?? null),
  output_price: toFieldText(item?.output_price ?? null),
  country: item?.country ?? '',
})

/** What is sent: an empty key leaves the one that is there, and the provider's own address need not be typed. */
function bodyOf(provider: ModelProvider, values: Values) {
  const { name, model, base_url, api_key, input_price, output_price, country } = values
  return {
    provider,
    name: name.trim(),
    model: model.trim(),
    ...(base_url.trim() !== '' && { base_url: base_url.trim() }),
    ...(api_key.trim() !== '' && { api_key: api_key.trim() }),
    input_price: parsePaise(input_price) ?? null,
    output_price: parsePaise(output_price) ?? null,
    country: country === '' ? null : country,
  }
}

interface FormProps {
  scope: Scope
  item?: Model | undefined
  onClose: () => void
  /** The one that was added. */
  onKept?: ((id: string) => void) | undefined
}

function useModelForm({ scope, item, onClose, onKept }: FormProps) {
  const [provider, setProvider] = useState<ModelProvider>(providerOf(item?.provider ?? 'openai')?.id ?? 'custom')
  const [values, setValues] = useState(() => valuesOf(item))
  const [state, setState] = useState<Sending>({})
  const send = async () => {
    setState({ busy: true })
    try {
      const body = bodyOf(provider, values)
      if (item) await call('updateModel', { params: { id: item.id as ModelId }, body })
      else {
        const made = await call('createModel', { body: { ...body, scope } })
        onKept?.(made.id)
      }
      await refresh('listModels')
      onClose()
    } catch (error) {
      setState(readModelProblems(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state.busy) return
    const wrong = (['input_price', 'output_price'] as const).filter((name) => parsePaise(values[name]) === undefined)
    const text = t('Enter an amount in rupees, such as 40 or 12.50')
    if (wrong.length > 0) setState({ problems: Object.fromEntries(wrong.map((name) => [name, text])) })
    else await send()
  }
  return {
    provider,
    values,
    state,
    submit,
    choose: (id: string) => {
      setProvider(providerOf(id)?.id ?? provider)
      // The address of one provider is none of another.
      setValues({ ...values, base_url: '' })
      setState({})
    },
    of: (name: Name) => ({
      value: values[name],
      error: state.problems?.[name],
      onChange: (event: { target: { value: string } }) => {
        setValues({ ...values, [name]: event.target.value })
        setState({})
      },
      autoComplete: 'off',
      spellCheck: false,
    }),
  }
}

/** Adds a model, or changes one. What was typed stays whatever happens. */
export function ModelForm({ scope, item, onClose, onKept }: FormProps) {
  const form = useModelForm({ scope, item, onClose, onKept })
  const { provider, values, state, of } = form
  const missing = values.name.trim() === '' || values.model.trim() === ''
  return (
    <Dialog open onClose={onClose} title={item ? t('Edit “{name}”', { name: item.name }) : t('Add model')}>
      <form noValidate autoComplete="off" onSubmit={(event) => void form.submit(event)} className="grid gap-5">
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        {scope === 'operator' && !item && <Callout>{t('Everyone on this installation can use this model.')}</Callout>}
        <Select
          label={t('Provider')}
          value={provider}
          options={MODEL_PROVIDERS.map((one) => ({
            value: one.id,
            label: one.id === 'custom' ? t('Other (OpenAI-compatible)') : one.title,
          }))}
          onChange={(event) => form.choose(event.target.value)}
        />
        <Connection form={form} hasKey={item?.has_key === true} />
        <TextField
          {...of('name')}
          label={t('Name')}
          help={t('A name to recognise it by.')}
          placeholder={values.model || t('Everyday model')}
          maxLength={MODEL_LIMITS.name_chars}
          dir="auto"
        />
        <Prices form={form} scope={scope} />
        <Select
          label={t('Country')}
          optional
          value={values.country}
          error={of('country').error}
          help={t('Where the provider processes data, as its contract says. Data policies of workspaces go by it.')}
          options={[{ value: '', label: t('Unknown') }, ...countryOptions()]}
          onChange={of('country').onChange}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={state.busy && t('Saving...')} disabled={missing}>
            {item ? t('Save') : t('Add model')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Form = ReturnType<typeof useModelForm>

/** Where it is, what it is called there, and the key. */
function Connection({ form: { provider, of }, hasKey }: { form: Form; hasKey: boolean }) {
  const preset = providerOf(provider)
  return (
    <>
      <TextField
        {...of('base_url')}
        label={t('Address')}
        optional={preset?.base_url !== ''}
        help={
          provider === 'ollama'
            ? t('A model on a private network can be used only if the operator allows its host.')
            : t('The model server’s URL; usually ends with /v1.')
        }
        placeholder={preset?.base_url || 'https://models.example.in/v1'}
        inputMode="url"
      />
      <TextField
        {...of('model')}
        label={t('Model')}
        help={t('The model’s name, exactly as the provider writes it.')}
        maxLength={200}
      />
      <PasswordField
        {...of('api_key')}
        label={t('API key')}
        optional={hasKey || !preset?.key}
        autoComplete="new-password"
        data-1p-ignore
        data-lpignore="true"
        help={
          hasKey
            ? t('Leave empty to keep the current key.')
            : t('Stored encrypted, sent only to this provider, never shown again.')
        }
      />
    </>
  )
}

function Prices({ form: { of }, scope }: { form: Form; scope: Scope }) {
  const optional = scope === 'own'
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-xs">{t('Price in rupees per million tokens')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...of('input_price')} label={t('Input')} optional={optional} inputMode="decimal" placeholder="40" />
        <TextField
          {...of('output_price')}
          label={t('Output')}
          optional={optional}
          inputMode="decimal"
          placeholder="160"
        />
      </div>
      <p className="text-muted text-base">
        {optional
          ? t('From the provider’s price list. Required for costs and budgets in rupees.')
          : t(
              'From the provider’s price list, or 0 for your own machine. Without a price, users’ costs aren’t limited.',
            )}
      </p>
    </fieldset>
  )
}
