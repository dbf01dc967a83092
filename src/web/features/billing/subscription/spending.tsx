import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { MonthSpending } from '#contract/billing/credits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CAP_PROBLEM, parseCap, toFieldText } from '#web/lib/rupees.ts'
import { workspaceRoleName } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { monthsUntil } from '#web/parts/billing/months.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Member = MonthSpending['by_member'][number]
type Service = MonthSpending['by_service'][number]

/** A year of months can be looked at. */
const MONTHS = 12

/** What a month cost, by person in a workspace, and by service. */
export function Spending() {
  const heading = useId()
  const months = monthsUntil(Date.now(), MONTHS)
  const [month, setMonth] = useState(months[0]?.value)
  const { data, error } = useQuery({
    ...q('getMonthSpending', { query: { month } }),
    placeholderData: keepPreviousData,
  })
  const workspace = useUser()?.workspace
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id={heading} className="text-xl">
          {t('Spending')}
        </h2>
        <Select
          label={t('Month')}
          hideLabel
          options={months}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
      </div>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && (
        <>
          {workspace && <ByMember members={data.by_member} mayLimit={mayIn(workspace.role, 'pay')} />}
          <ByService services={data.by_service} />
        </>
      )}
    </section>
  )
}

const used = <Row extends { runs: number; spent_paise: number }>(): Column<Row>[] => [
  { key: 'runs', header: t('Runs'), align: 'right', cell: ({ runs }) => formatNumber(runs) },
  { key: 'spent', header: t('Spent'), align: 'right', cell: ({ spent_paise }) => <Money paise={spent_paise} /> },
]

function ByMember({ members, mayLimit }: { members: readonly Member[]; mayLimit: boolean }) {
  const [changing, setChanging] = useState<Member | null>(null)
  const columns: Column<Member>[] = [
    { key: 'name', header: t('Person'), className: 'min-w-40', cell: (member) => <Who member={member} /> },
    ...used<Member>(),
    {
      key: 'limit',
      header: t('Monthly limit'),
      align: 'right',
      className: 'min-w-40',
      cell: (member) => (
        <span className="inline-flex items-center gap-3">
          {member.role !== null &&
            (member.month_cap_paise === null ? (
              <span className="text-muted">{t('None')}</span>
            ) : (
              <Money paise={member.month_cap_paise} />
            ))}
          {mayLimit && member.role !== null && (
            <Button
              size="sm"
              aria-label={t('Change the monthly limit of {name}', { name: member.name ?? '' })}
              onClick={() => setChanging(member)}
            >
              {t('Change')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <Table
        caption={t('Spending by person')}
        columns={columns}
        rows={members}
        rowKey={({ user_id }) => user_id ?? 'none'}
      />
      {changing && <ChangeLimit member={changing} onClose={() => setChanging(null)} />}
    </>
  )
}

function Who({ member: { user_id, name, role } }: { member: Member }) {
  if (user_id === null) return t('Schedules, triggers and chats')
  return (
    <span className="grid">
      <bdi className="truncate font-medium">{name ?? t('Deleted account')}</bdi>
      <span className="text-muted text-xs">{role === null ? t('No longer a member') : workspaceRoleName(role)}</span>
    </span>
  )
}

function ChangeLimit({ member, onClose }: { member: Member; onClose: () => void }) {
  const form = useId()
  const [text, setText] = useState(() => toFieldText(member.month_cap_paise))
  const [isWrong, setWrong] = useState(false)
  const save = useAction(async () => {
    const month_cap_paise = parseCap(text) ?? null
    if (member.user_id === null) return
    await call('saveMemberCap', { params: { user_id: member.user_id }, body: { month_cap_paise } })
    await refresh('getMonthSpending')
    notify({ type: 'success', title: t('Limit saved'), message: t('It applies to runs they start from now on.') })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isBad = parseCap(text) === undefined
    setWrong(isBad)
    if (!isBad) void save.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('Monthly limit of {name}', { name: member.name ?? '' })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={save.busy && t('Saving...')}>
            {t('Save limit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('Maximum per month (₹)')}
          help={t('For runs this person starts, themselves or with an API key they made. Leave empty for no limit.')}
          inputMode="decimal"
          value={text}
          error={isWrong ? t(CAP_PROBLEM) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      </form>
    </Dialog>
  )
}

function ByService({ services }: { services: readonly Service[] }) {
  const columns: Column<Service>[] = [
    { key: 'name', header: t('Service'), className: 'min-w-40', cell: (service) => <What service={service} /> },
    ...used<Service>(),
  ]
  return (
    <Table
      caption={t('Spending by service')}
      columns={columns}
      rows={services}
      rowKey={({ service_id }) => service_id ?? 'none'}
      empty={<p className="text-muted">{t('Nothing ran in this month.')}</p>}
    />
  )
}

function What({ service: { service_id, name } }: { service: Service }) {
  if (service_id === null) return t('Runs outside of services')
  if (name === null) return t('Deleted service')
  return (
    <TextLink href={paths.service(service_id)}>
      <bdi>{name}</bdi>
    </TextLink>
  )
}
