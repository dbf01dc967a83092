import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ServiceId } from '#contract/core/primitives.ts'
import type { DataPolicy, DataPolicyChange, DataPolicyPreview } from '#contract/runs/data-policy.ts'
import { KEPT_DAYS } from '#contract/runs/data-policy-values.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { BackupTerms } from '#web/parts/runs/backup-terms.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { SelectBox } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dataPolicyQuery, type PolicyOf, servicesQuery, usePolicyOf } from './data-policy-query.ts'

/** How long an account keeps what is in it. */
export function Retention() {
  const of = usePolicyOf()
  const { data, error } = useQuery(dataPolicyQuery)
  return (
    <Card>
      <CardHeader title={t('How long data is kept')}>
        {t(
          'After this time the content is deleted for good, within the hour. The date, status and cost of a run stay in the list.',
        )}
      </CardHeader>
      {error !== null ? (
        <Callout tone="bad">{friendly(error)}</Callout>
      ) : data === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <RetentionForm of={of} policy={data} />
      )}
    </Card>
  )
}

const asText = (days: number | null) => (days === null ? '' : String(days))
const asDays = (text: string) => (text === '' ? null : Number(text))

/** Up to what the operator keeps; empty where it `mayBeEmpty`. */
function daysProblem(text: string, most: number, mayBeEmpty: boolean): string | undefined {
  if (text === '' && mayBeEmpty) return undefined
  const days = Number(text)
  return /^\d{1,5}$/.test(text) && days >= KEPT_DAYS.least && days <= most
    ? undefined
    : t('Enter a number of days from 1 to {most}', { most: formatNumber(most) })
}

const mostOf = ({ longest_days }: DataPolicy) => Math.min(longest_days ?? KEPT_DAYS.most, KEPT_DAYS.most)

interface ServiceRule {
  id: ServiceId
  days: string
}

function RetentionForm({ of, policy }: { of: PolicyOf; policy: DataPolicy }) {
  const most = mostOf(policy)
  const rule = (text: string) => daysProblem(text, most, true)
  const runs = useField(rule, asText(policy.runs_days))
  const files = useField(rule, asText(policy.files_days))
  const chats = useField(rule, asText(policy.chats_days))
  const [services, setServices] = useState<readonly ServiceRule[]>(
    policy.services.map(({ id, runs_days }) => ({ id, days: String(runs_days) })),
  )
  const [withMade, setWithMade] = useState(policy.with_made)
  const [due, setDue] = useState<DataPolicyPreview | null>(null)
  const { longest_days: _, ...kept } = useData(dataPolicyQuery)
  const wanted = (): DataPolicyChange => ({
    ...kept,
    runs_days: asDays(runs.value),
    files_days: asDays(files.value),
    chats_days: asDays(chats.value),
    with_made: withMade,
    services: services.map(({ id, days }) => ({ id, runs_days: Number(days) })),
  })
  const save = useAction(async () => {
    queryClient.setQueryData(dataPolicyQuery.queryKey, await call('saveDataPolicy', { body: wanted() }))
    setDue(null)
    notify({ type: 'success', title: t('Retention saved') })
  })
  const look = useAction(async () => {
    const preview = await call('previewDataPolicy', { body: wanted() })
    if (preview.runs + preview.files + preview.chats > 0) return setDue(preview)
    await save.run()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = services.every(({ days }) => daysProblem(days, most, false) === undefined)
    if ([runs.check(), files.check(), chats.check(), fits].every(Boolean)) void look.run()
  }
  const field = { inputMode: 'numeric', maxLength: 5 } as const
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
      <WhenEmpty longest={policy.longest_days} />
      {of === 'person' && policy.runs_days === null ? (
        <RunsElsewhere />
      ) : (
        <TextField {...runs.input} {...field} label={t('Days that runs are kept')} />
      )}
      <TextField
        {...files.input}
        {...field}
        label={t('Days that uploaded documents are kept')}
        help={t('A document that a workflow, schedule, knowledge base or test case uses stays.')}
      />
      <TextField
        {...chats.input}
        {...field}
        label={t('Days that chats are kept')}
        help={t('Counted from the last message. Chats with visitors are deleted after 30 days in any case.')}
      />
      <ServiceRules rules={services} most={most} onChange={setServices} />
      <Checkbox
        label={t('Also delete what was made from runs')}
        help={t('Test cases, knowledge documents and memories go when their run does.')}
        checked={withMade}
        onChange={(event) => setWithMade(event.target.checked)}
      />
      {look.error !== null && <Callout tone="bad">{friendly(look.error)}</Callout>}
      {due === null && save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button className="w-fit" type="submit" busy={(look.busy || save.busy) && t('Saving...')}>
        {t('Save retention')}
      </Button>
      {due !== null && (
        <ConfirmDialog
          open
          onClose={() => setDue(null)}
          title={t('Delete older content now?')}
          keep={t('Cancel')}
          act={t('Save and delete')}
          busy={save.busy && t('Saving...')}
          failure={save.error !== null && friendly(save.error)}
          onAct={() => void save.run()}
        >
          <Due of={of} due={due} wanted={wanted()} />
          <BackupTerms />
        </ConfirmDialog>
      )}
    </form>
  )
}

const WhenEmpty = ({ longest }: { longest: number | null }) => (
  <p className="text-muted text-base">
    {longest === null
      ? t('Leave a field empty to keep it until someone deletes it.')
      : t('Leave a field empty to keep it as long as this installation does: runs up to {count} days.', {
          count: formatNumber(longest),
        })}
  </p>
)

/** People set it where they find the rest of their data. */
const RunsElsewhere = () => (
  <p className="text-muted text-base">
    {fill(t('How long your runs are kept is set in {data}.', { data: '{data}' }), {
      data: <TextLink href={paths.settings('data')}>{t('Your data')}</TextLink>,
    })}
  </p>
)

const counted = (count: number) =>
  count >= KEPT_DAYS.counted ? t('{count} or more', { count: formatNumber(count) }) : formatNumber(count)

const before = (days: number | null) => (days === null ? '' : formatDay(Date.now() - days * 86_400_000))

/** What goes, and from before when. */
function Due({ of, due, wanted }: { of: PolicyOf; due: DataPolicyPreview; wanted: DataPolicyChange }) {
  const { runs_days, files_days, chats_days, services } = wanted
  const lines = [
    due.runs > 0 &&
      (services.length > 0 || runs_days === null
        ? of === 'person'
          ? t('Content of runs that are older than you or their service keep them: {count}', {
              count: counted(due.runs),
            })
          : t('Content of runs that are older than the workspace or their service keeps them: {count}', {
              count: counted(due.runs),
            })
        : t('Content of runs from before {date}: {count}', { count: counted(due.runs), date: before(runs_days) })),
    due.files > 0 &&
      t('Documents from before {date}: {count}', { count: counted(due.files), date: before(files_days) }),
    due.chats > 0 &&
      t('Chats without a message since {date}: {count}', { count: counted(due.chats), date: before(chats_days) }),
  ].filter((line) => line !== false)
  return (
    <>
      <p>{t('This is deleted for good within the hour. From then on, whatever gets as old is deleted, too.')}</p>
      <ul className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

interface ServiceRulesProps {
  rules: readonly ServiceRule[]
  most: number
  onChange: (rules: readonly ServiceRule[]) => void
}

/** Services whose runs are kept for another time. */
function ServiceRules({ rules, most, onChange }: ServiceRulesProps) {
  const { data } = useQuery(servicesQuery)
  const services = data?.items ?? []
  const free = services.filter(({ id }) => !rules.some((rule) => rule.id === id))
  const nameOf = (id: ServiceId) => services.find((one) => one.id === id)?.name ?? t('Service')
  if (services.length === 0 && rules.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium text-base">{t('Other times for single services')}</legend>
      {rules.map(({ id, days }) => {
        const problem = daysProblem(days, most, false)
        return (
          <div key={id} className="flex items-start gap-2">
            <TextField
              label={fillName(nameOf(id))}
              inputMode="numeric"
              maxLength={5}
              value={days}
              error={problem}
              onChange={(event) =>
                onChange(rules.map((rule) => (rule.id === id ? { id, days: event.target.value } : rule)))
              }
            />
            <IconButton
              label={t('Remove {name}', { name: nameOf(id) })}
              size="sm"
              onClick={() => onChange(rules.filter((rule) => rule.id !== id))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
      {free.length > 0 && (
        <div className="flex items-center gap-2">
          <Plus aria-hidden="true" className="size-4 text-muted" />
          <SelectBox
            invalid={false}
            aria-label={t('Add a service')}
            value=""
            options={[
              { value: '', label: t('Add a service') },
              ...free.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target: { value } }) =>
              value !== '' && onChange([...rules, { id: value as ServiceId, days: '30' }])
            }
          />
        </div>
      )}
    </fieldset>
  )
}

const fillName = (name: string) => fill(t('Days for {name}', { name: '{name}' }), { name: <bdi>{name}</bdi> })
