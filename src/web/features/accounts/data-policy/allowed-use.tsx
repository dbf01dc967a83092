import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { DataPolicy } from '#contract/runs/data-policy.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Countries, type Places } from './allowed-countries.tsx'
import { dataPolicyQuery, type PolicyOf, usePolicyOf } from './data-policy-query.ts'

const modelsQuery = q('listModels', { query: {} })

/** Which AI models and apps may be used, and in which countries; in a workspace also what its members may do. */
export function AllowedUse() {
  const of = usePolicyOf()
  const { data, error } = useQuery(dataPolicyQuery)
  return (
    <Card>
      <CardHeader title={t('What is allowed')}>
        {of === 'person'
          ? t('Applies to all your own runs at once, also to agents and workflows that you added earlier.')
          : t('Applies to every run of this workspace at once, also to agents and workflows that were added earlier.')}
      </CardHeader>
      {error !== null ? (
        <Callout tone="bad">{friendly(error)}</Callout>
      ) : data === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <AllowedForm of={of} policy={data} />
      )}
    </Card>
  )
}

type Ids = readonly string[] | null

function AllowedForm({ of, policy }: { of: PolicyOf; policy: DataPolicy }) {
  const [members, setMembers] = useState<MemberRules>(policy)
  const [models, setModels] = useState<Ids>(policy.models)
  const [apps, setApps] = useState<Ids>(policy.apps)
  const { countries, unknown_models, unknown_apps } = policy
  const [places, setPlaces] = useState<Places>({ countries, unknown_models, unknown_apps })
  const [missing, setMissing] = useState(false)
  const save = useAction(async () => {
    // How long data is kept is another form: what was saved there last stays.
    const { longest_days: _, ...kept } = await call('getDataPolicy', {})
    const list = (ids: Ids) => (ids === null ? null : [...ids])
    const { members_export, test_cases, mask_lists } = members
    const use = { models: list(models), apps: list(apps), ...places, countries: list(places.countries) }
    const body = { ...kept, members_export, test_cases, mask_lists, ...use }
    queryClient.setQueryData(dataPolicyQuery.queryKey, await call('saveDataPolicy', { body }))
    notify({ type: 'success', title: t('Policy saved') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = places.countries?.length === 0
    setMissing(isEmpty)
    if (!isEmpty) void save.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-5">
      {of === 'workspace' && <ForMembers rules={members} onChange={setMembers} />}
      <Models ids={models} onChange={setModels} />
      <Apps ids={apps} onChange={setApps} />
      <Countries
        places={places}
        error={missing && places.countries?.length === 0 ? t('Choose at least one country') : undefined}
        onChange={setPlaces}
      />
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button className="w-fit" type="submit" busy={save.busy && t('Saving...')}>
        {t('Save policy')}
      </Button>
    </form>
  )
}

type MemberRules = Pick<DataPolicy, 'members_export' | 'test_cases' | 'mask_lists'>

/** What members may do with the runs of the workspace. */
function ForMembers({ rules, onChange }: { rules: MemberRules; onChange: (rules: MemberRules) => void }) {
  return (
    <>
      <Checkbox
        label={t('Members may export')}
        help={t('Otherwise only owners and admins export results, batches, data tables and curated answers.')}
        checked={rules.members_export}
        onChange={(event) => onChange({ ...rules, members_export: event.target.checked })}
      />
      <Checkbox
        label={t('Runs may become test cases')}
        help={t(
          'Those who build keep decided runs as test cases of the workspace’s own workflows, with personal data replaced. Test cases stay when you turn this off.',
        )}
        checked={rules.test_cases}
        onChange={(event) => onChange({ ...rules, test_cases: event.target.checked })}
      />
      <Checkbox
        label={t('Hide personal data in lists')}
        help={t(
          'Names, dates, numbers and addresses of documents, chats and comments are hidden in lists, exports of lists, notifications and emails. Owners, admins and reviewers can show them, which is recorded. Rules find what to hide, and they miss some of it. Data tables, knowledge and its search, curated answers, and documents and chats that are opened are shown as they are.',
        )}
        checked={rules.mask_lists}
        onChange={(event) => onChange({ ...rules, mask_lists: event.target.checked })}
      />
    </>
  )
}

interface ChoiceProps {
  ids: Ids
  onChange: (ids: Ids) => void
}

function Models({ ids, onChange }: ChoiceProps) {
  const { data } = useQuery(modelsQuery)
  const models = data?.items ?? []
  const set = (id: string, on: boolean) => onChange(on ? [...(ids ?? []), id] : (ids ?? []).filter((one) => one !== id))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-base">{t('AI models')}</legend>
      <Checkbox
        label={t('Allow all AI models')}
        help={t('Otherwise runs ask these only. Models of sellers and of credentials are refused, too.')}
        checked={ids === null}
        onChange={(event) => onChange(event.target.checked ? null : models.map(({ id }) => id.toLowerCase()))}
      />
      {ids !== null && (
        <div className="grid gap-2 ps-7">
          {models.length === 0 && <p className="text-muted">{t('No AI models are set up here.')}</p>}
          {models.map(({ id, name, provider }) => (
            <Checkbox
              key={id}
              label={name}
              help={provider}
              checked={ids.includes(id.toLowerCase())}
              onChange={(event) => set(id.toLowerCase(), event.target.checked)}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}

function Apps({ ids, onChange }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const { data } = useQuery({
    ...q('listIntegrations', { query: { search_term: search.trim(), limit: 8 } }),
    enabled: ids !== null && search.trim() !== '',
  })
  const found = search.trim() === '' ? [] : (data?.items ?? []).filter(({ id }) => !ids?.includes(id.toLowerCase()))
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 font-medium text-base">{t('Apps')}</legend>
      <Checkbox
        label={t('Allow all apps')}
        help={t('Otherwise steps and agents use these only. HTTP requests and emails of workflows are no apps.')}
        checked={ids === null}
        onChange={(event) => onChange(event.target.checked ? null : [])}
      />
      {ids !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 ps-7">
          {ids.length === 0 && <p className="text-muted">{t('No app is allowed.')}</p>}
          <ul className="grid gap-1">
            {ids.map((id) => (
              <li key={id} className="flex items-center gap-2">
                <bdi className="min-w-0 truncate">{id}</bdi>
                <IconButton
                  label={t('Remove {name}', { name: id })}
                  size="sm"
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          <TextField
            label={t('Find an app to allow')}
            value={search}
            maxLength={60}
            onChange={(event) => setSearch(event.target.value)}
          />
          {found.map(({ id, name }) => (
            <Button
              key={id}
              size="sm"
              className="w-fit"
              onClick={() => {
                onChange([...ids, id.toLowerCase()])
                setSearch('')
              }}
            >
              {t('Allow {name}', { name })}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}
