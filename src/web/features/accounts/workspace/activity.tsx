import { Download, ScrollText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { WorkspaceMember } from '#contract/accounts/workspaces.ts'
import type { ActivityEntry } from '#contract/runs/oversight/activity.ts'
import {
  ACTIVITY,
  ACTIVITY_FORMATS,
  ACTIVITY_KINDS,
  type ActivityKind,
} from '#contract/runs/oversight/activity-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { ShowHidden, ShowRow } from '#web/parts/runs/masked/show-hidden.tsx'
import { type Reveal, useReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import {
  type ActivityState,
  activityInput,
  activityPath,
  activityQuery,
  filterOf,
  isFiltered,
  NO_FILTER,
  readActivityState,
} from './activity-address.ts'

const kindWord = (kind: ActivityKind): string =>
  ({
    seen: t('Seen'),
    started: t('Started'),
    decided: t('Decided'),
    signed: t('Signed off'),
    asked: t('Asked and answered'),
    shared: t('Shared'),
    exported: t('Exported'),
    deleted: t('Deleted'),
    managed: t('Settings and people'),
  })[kind]

/** Who saw, changed, signed, shared and exported what in the workspace. */
export function Activity({ members }: { members: readonly WorkspaceMember[] }) {
  const [params] = useSearchParams()
  const state = readActivityState(params)
  const { items, total } = useData(activityQuery(state))
  const reveal = useReveal({
    rows: items,
    idOf: ({ execution_id }) => execution_id,
    keyOf: ({ id }) => id,
    fields: ['object', 'text'],
    ask: async (asked) => (await call('listActivity', { query: { ...activityInput(state), ...asked } })).items,
  })
  return (
    <Card>
      <CardHeader title={t('Activity')}>
        {t('What people did in this workspace, newest first: who saw, decided, signed off, shared and exported what.')}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Filters key={activityPath({ ...state, page: 1 })} state={state} members={members} />
        <Export state={state} />
        <ShowHidden reveal={reveal} />
        {items.length === 0 ? (
          <EmptyState
            icon={<ScrollText aria-hidden="true" />}
            title={isFiltered(state) ? t('No entries match') : t('No entries yet')}
            action={
              isFiltered(state) && <LinkButton href={activityPath(NO_FILTER)}>{t('Show all entries')}</LinkButton>
            }
          />
        ) : (
          <ol aria-label={t('Activity')} className="divide-y divide-line">
            {reveal.rows.map((entry) => (
              <Entry key={entry.id} entry={entry} reveal={reveal} state={state} />
            ))}
          </ol>
        )}
        <Pagination
          page={state.page}
          pageSize={ACTIVITY.page}
          total={total}
          href={(page) => activityPath({ ...state, page })}
        />
      </div>
    </Card>
  )
}

interface EntryProps {
  entry: ActivityEntry
  reveal: Reveal<ActivityEntry>
  state: ActivityState
}

function Entry({ entry, reveal, state }: EntryProps) {
  const { at, kind, by, person, execution_id, object, text } = entry
  const find = (change: Partial<ActivityState>) => activityPath({ ...NO_FILTER, ...change })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-3 md:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <time dateTime={at} className="text-muted tabular-nums">
          {formatExactTime(at)}
        </time>
        <span>
          <Badge>{kindWord(kind)}</Badge>
        </span>
      </div>
      <div className="wrap-anywhere grid content-start gap-1">
        <p>
          {by === null ? (
            <bdi className="font-medium">{person}</bdi>
          ) : (
            <TextLink href={find({ person: by.id })} aria-label={t('Everything {name} did', { name: person })}>
              <bdi>{person}</bdi>
            </TextLink>
          )}
        </p>
        {text.map((sentence) => (
          <p key={sentence}>
            <MaskedText text={sentence} />
          </p>
        ))}
        {execution_id !== null && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <TextLink href={paths.run(execution_id)}>
              <MaskedText text={object ?? t('Run')} />
            </TextLink>
            {state.object !== execution_id && (
              <TextLink href={find({ object: execution_id })}>{t('Everything about this document')}</TextLink>
            )}
            {reveal.canShow(entry) && (
              <ShowRow
                label={t('Show personal data of this document: {name}', { name: formatExactTime(at) })}
                onShow={() => reveal.show(entry)}
              />
            )}
          </p>
        )}
      </div>
    </li>
  )
}

/** What is typed; the address carries what is asked for. */
function Filters({ state, members }: { state: ActivityState; members: readonly WorkspaceMember[] }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(state)
  const [tried, setTried] = useState(false)
  const set = (change: Partial<ActivityState>) => setTyped({ ...typed, ...change })
  const isWrong = typed.from !== '' && typed.to !== '' && typed.to < typed.from
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWrong)
      void navigate(activityPath({ ...typed, object: typed.object.trim(), page: 1 }), { preventScrollReset: true })
  }
  const isKnown = state.person === '' || members.some(({ user_id }) => user_id === state.person)
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-6">
      <div className="lg:col-span-2">
        <Select
          label={t('Person')}
          value={typed.person}
          options={[
            { value: '', label: t('Anyone') },
            ...members.map(({ user_id, name }) => ({ value: user_id, label: name })),
            ...(isKnown ? [] : [{ value: state.person, label: t('Someone who left') }]),
          ]}
          onChange={({ target }) => set({ person: target.value })}
        />
      </div>
      <div className="lg:col-span-2">
        <Select
          label={t('What happened')}
          value={typed.kind}
          options={[
            { value: '', label: t('Anything') },
            ...ACTIVITY_KINDS.map((value) => ({ value, label: kindWord(value) })),
          ]}
          onChange={({ target }) => set({ kind: ACTIVITY_KINDS.find((one) => one === target.value) ?? '' })}
        />
      </div>
      <div className="lg:col-span-2">
        <TextField
          label={t('Document')}
          placeholder={t('Name or run ID')}
          maxLength={ACTIVITY.search_chars}
          value={typed.object}
          onChange={({ target }) => set({ object: target.value })}
        />
      </div>
      <div className="lg:col-span-2">
        <TextField
          label={t('From')}
          type="date"
          value={typed.from}
          onChange={({ target }) => set({ from: target.value })}
        />
      </div>
      <div className="lg:col-span-2">
        <TextField
          label={t('To')}
          type="date"
          error={tried && isWrong ? t('Choose an end that is after the start') : undefined}
          value={typed.to}
          onChange={({ target }) => set({ to: target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-2 self-end lg:col-span-2">
        <Button type="submit">{t('Filter')}</Button>
        {isFiltered(state) && (
          <LinkButton variant="ghost" href={activityPath(NO_FILTER)}>
            {t('Clear filters')}
          </LinkButton>
        )}
      </div>
    </form>
  )
}

const MIMES = { csv: 'text/csv', json: 'application/json' } as const

/** What is filtered, as a file. The export is an entry itself. */
function Export({ state }: { state: ActivityState }) {
  const save = useAction(async (format: keyof typeof MIMES) => {
    try {
      const file = await download('exportActivity', { query: { ...filterOf(state), format } })
      saveFile(`activity-${new Date().toISOString().slice(0, 10)}.${format}`, file, MIMES[format])
      await refresh('listActivity')
    } catch (error) {
      notify({ type: 'error', title: t('Not exported'), message: friendly(error) })
    }
  })
  return (
    <div className="flex flex-wrap gap-2">
      {ACTIVITY_FORMATS.map((format) => (
        <Button
          key={format}
          size="sm"
          icon={<Download aria-hidden="true" />}
          disabled={save.busy}
          onClick={() => void save.run(format)}
        >
          {format === 'csv' ? t('Export CSV') : t('Export JSON')}
        </Button>
      ))}
    </div>
  )
}
