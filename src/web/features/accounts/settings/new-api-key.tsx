import { type FormEvent, useState } from 'react'
import { API_KEYS, parseOrigin, SCOPES, type Scope } from '#contract/accounts/key-values.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { runVerb } from '#web/lib/verbs.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const nameRule: Rule = (value) => {
  if (value.trim() === '') return t('Name is required')
  return value.trim().length > API_KEYS.name_chars
    ? t('Use at most {count} characters', { count: API_KEYS.name_chars })
    : undefined
}

/** The sites of a list that commas or spaces separate; null when it is empty. */
function readSites(text: string): string[] | null {
  const sites = text.split(/[\s,]+/).filter(Boolean)
  return sites.length === 0 ? null : sites
}

const originsRule: Rule = (value) => {
  const sites = readSites(value) ?? []
  if (sites.length > API_KEYS.origins) return t('Enter up to {count} sites', { count: API_KEYS.origins })
  return sites.some((site) => parseOrigin(site) === null)
    ? t('Enter the address of each site, such as https://clinic.example')
    : undefined
}

const about = (scope: Scope) =>
  ({
    run: {
      label: runVerb(),
      help: t('Run agents, services and workflows, upload files for them, and see their results.'),
    },
    read: { label: t('Read'), help: t('Read runs, services, workflows and files in this account.') },
    delete: { label: t('Delete runs'), help: t('Delete runs in this account, with their input, output and files.') },
  })[scope]

/** Days a key may live; an empty value is without an end. */
const LIVES = ['30', '90', '365', '']

export function NewApiKey({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (answer: DataOf<'createApiKey'>) => void
}) {
  const name = useField(nameRule)
  const [scopes, setScopes] = useState<readonly Scope[]>(['run'])
  const origins = useField(originsRule)
  const [days, setDays] = useState('90')
  const [state, setState] = useState<{ busy?: true; failure?: string }>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.check() || !origins.check() || scopes.length === 0 || state.busy) return
    setState({ busy: true })
    try {
      const expires_in_days = days === '' ? null : Number(days)
      const made = await call('createApiKey', {
        body: {
          name: name.value.trim(),
          scopes: [...scopes],
          expires_in_days,
          allowed_origins: readSites(origins.value),
        },
      })
      await refresh('listApiKeys')
      onMade(made)
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('name') : undefined
      if (problem) name.refuse(problem)
      setState(problem ? {} : { failure: friendly(error) })
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('Create key')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        <TextField
          label={t('Name')}
          help={t('A name to recognise it by.')}
          placeholder={t('Clinic server')}
          dir="auto"
          {...name.input}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-medium text-xs">{t('Permissions')}</legend>
          {SCOPES.toReversed().map((scope) => (
            <Checkbox
              key={scope}
              {...about(scope)}
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
          <p className="text-muted text-base">
            {t('It can’t access your account settings, your other keys or admin functions.')}
          </p>
          {scopes.length === 0 && (
            <p role="alert" className="text-bad text-base">
              {t('Choose at least one permission')}
            </p>
          )}
        </fieldset>
        <TextField
          label={t('Websites')}
          help={t('Only pages on these sites can use the key in a browser. Leave empty to allow all sites.')}
          placeholder="https://clinic.example"
          dir="ltr"
          {...origins.input}
        />
        <Select
          label={t('Expires')}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          options={LIVES.map((value) => ({
            value,
            label: value === '' ? t('Never') : t('After {count} days', { count: value }),
          }))}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={state.busy && t('Creating...')}
            disabled={
              name.value.trim() === '' || scopes.length === 0 || name.error !== undefined || origins.error !== undefined
            }
          >
            {t('Create key')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
