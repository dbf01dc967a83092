import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { SERVICE_SCHEDULES } from '#contract/services/schedule-limits.ts'
import type { ServiceSchedule } from '#contract/services/service-schedules.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { brand } from '#web/lib/brand.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { formatOnClock, MISSED } from '#web/parts/workflows/schedules/on-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { schedulesQuery, showSaved } from './service-queries.ts'
import { usualTime } from './service-times.tsx'

type Opened = { what: 'add' } | { what: 'edit' | 'remove'; schedule: ServiceSchedule }

/** The schedules of a service, and their latest results. */
export function Schedules({ service }: { service: ServiceDetail }) {
  // Times come while the page is open.
  const { data } = useQuery({ ...schedulesQuery(service.id), refetchInterval: 30_000 })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  if (!data) return null
  const { schedules } = data
  const isFull = schedules.length >= SERVICE_SCHEDULES.per_service
  return (
    <section aria-labelledby="schedule" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="schedule" className="text-xl">
          {t('Schedule')}
        </h2>
        <Button
          icon={<CalendarPlus aria-hidden="true" />}
          reason={
            isFull ? t('A service can have up to {most} schedules', { most: SERVICE_SCHEDULES.per_service }) : undefined
          }
          onClick={() => setOpened({ what: 'add' })}
        >
          {t('Add schedule')}
        </Button>
      </header>
      <p className="max-w-prose text-muted">
        {schedules.length === 0
          ? t(
              'Runs only when you or a program start it. Add times and an input to run it automatically. Scheduled runs cost the same as manual runs.',
            )
          : t('Scheduled runs cost the same as manual runs and respect your spending limits.')}
      </p>
      {service.status !== 'running' && schedules.length > 0 && (
        <Callout>{t('This service is {status}: scheduled times are skipped.', { status: t(service.status) })}</Callout>
      )}
      {schedules.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {schedules.map((schedule) => (
            <OneSchedule
              key={schedule.id}
              service={service}
              schedule={schedule}
              onEdit={() => setOpened({ what: 'edit', schedule })}
              onRemove={() => setOpened({ what: 'remove', schedule })}
            />
          ))}
        </ul>
      )}
      {opened?.what === 'add' && <ScheduleDialog service={service} schedule={null} onClose={close} />}
      {opened?.what === 'edit' && <ScheduleDialog service={service} schedule={opened.schedule} onClose={close} />}
      {opened?.what === 'remove' && <Remove service={service} schedule={opened.schedule} onClose={close} />}
    </section>
  )
}

const nameOf = (cron: string): string => usualTime(cron) ?? cron

interface OneProps {
  service: ServiceDetail
  schedule: ServiceSchedule
}

function OneSchedule({ service, schedule, onEdit, onRemove }: OneProps & { onEdit: () => void; onRemove: () => void }) {
  const { id, cron, time_zone, missed, enabled, stopped_reason, next_runs, times } = schedule
  const toggle = useAction(async () => {
    const params = { id: service.id, schedule: id }
    const saved = await call('changeServiceSchedule', { params, body: { enabled: !enabled } })
    await showSaved(schedulesQuery(service.id), saved)
  })
  return (
    <Card as="li" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-medium text-base">{nameOf(cron)}</h3>
        <Badge tone={enabled ? 'good' : stopped_reason === null ? 'neutral' : 'bad'}>
          {enabled ? t('On') : stopped_reason === null ? t('Off') : t('Turned off')}
        </Badge>
        <div className="ml-auto flex items-center gap-2">
          <Button size="sm" busy={toggle.busy && t('Saving...')} onClick={() => void toggle.run()}>
            {enabled ? t('Turn off') : t('Turn on')}
          </Button>
          <IconButton size="sm" label={t('Edit: {name}', { name: nameOf(cron) })} onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton size="sm" label={t('Remove: {name}', { name: nameOf(cron) })} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      </header>
      {stopped_reason !== null && !enabled && (
        <Callout tone="warn" title={t('Turned off automatically')}>
          {stopped_reason}
        </Callout>
      )}
      {toggle.error !== null && <Callout tone="bad">{friendly(toggle.error)}</Callout>}
      <p className="text-muted text-base">
        {fill(
          t('{cron} in time zone {zone}. If {brand} was offline: {missed}.', {
            cron: '{cron}',
            zone: time_zone,
            brand,
            missed: t(MISSED[missed]).toLowerCase(),
          }),
          { cron: <code>{cron}</code> },
        )}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <Next times={next_runs} zone={time_zone} />
        <Last times={times} zone={time_zone} />
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-base">{t('Input of each run')}</summary>
        <div className="mt-2">
          <CodeBlock code={JSON.stringify(schedule.input, null, 2)} label={t('Input of each run')} />
        </div>
      </details>
    </Card>
  )
}

function Next({ times, zone }: { times: readonly string[]; zone: string }) {
  return (
    <section aria-label={t('Next runs')}>
      <h4 className="mb-1 font-medium text-base">{t('Next runs')}</h4>
      {times.length > 0 ? (
        <ol className="grid gap-1 text-base">
          {times.map((time) => (
            <li key={time}>
              <time dateTime={time}>{formatOnClock(time, zone)}</time>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-muted text-base">{t('None while it’s off.')}</p>
      )}
    </section>
  )
}

function Last({ times, zone }: { times: ServiceSchedule['times']; zone: string }) {
  if (times.length === 0) return null
  return (
    <section aria-label={t('Recent runs')}>
      <h4 className="mb-1 font-medium text-base">{t('Recent runs')}</h4>
      <ol className="grid gap-1.5 text-base">
        {times.slice(0, 5).map(({ due_at, execution_id, status, reason }) => (
          <li key={due_at} className="flex flex-wrap items-center gap-x-2">
            <time dateTime={due_at}>{formatOnClock(due_at, zone)}</time>
            {execution_id === null ? (
              <>
                <Badge tone="bad">{t('Not started')}</Badge>
                <span className="basis-full break-words text-muted">{reason}</span>
              </>
            ) : (
              <>
                {status && <StatusChip status={status} />}
                <TextLink href={paths.run(execution_id)}>{t('Open run')}</TextLink>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Remove({ service, schedule, onClose }: OneProps & { onClose: () => void }) {
  const remove = useAction(async () => {
    const left = await call('removeServiceSchedule', { params: { id: service.id, schedule: schedule.id } })
    await showSaved(schedulesQuery(service.id), left)
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Remove “{name}”?', { name: nameOf(schedule.cron) })}
      keep={t('Cancel')}
      act={t('Remove')}
      busy={remove.busy && t('Removing...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <p>{t('The service will no longer run at these times. Past runs are kept.')}</p>
    </ConfirmDialog>
  )
}
