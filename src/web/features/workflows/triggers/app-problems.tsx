/** What went wrong for good with a trigger from an app: items that started nothing, and webhooks that are left at an app. */
import type { ReactNode } from 'react'
import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Facts, whole } from './facts.tsx'

type NotStarted = WorkflowTrigger['not_started'][number]
type NotEnded = WorkflowTrigger['not_ended'][number]

const startColumns = (): readonly Column<NotStarted>[] => [
  { key: 'reason', header: t('Reason'), cell: ({ reason }) => reason },
  { key: 'count', header: t('Items'), cell: ({ count }) => count },
  { key: 'at', header: t('Last'), cell: ({ at }) => <RelativeTime time={at} /> },
]

const factsOf = ({ integration, name, reason, address, at }: NotEnded) => [
  [
    t('App'),
    <TextLink key="app" href={paths.integration(integration)}>
      {name}
    </TextLink>,
  ] as const,
  [t('Reason'), reason] as const,
  [
    t('Address'),
    <code key="address" className="break-all text-xs">
      {whole(address)}
    </code>,
  ] as const,
  [t('Given up'), <RelativeTime key="at" time={at} />] as const,
]

export function AppProblems({ trigger: { not_started, not_ended } }: { trigger: WorkflowTrigger }) {
  return (
    <>
      {not_started.length > 0 && (
        <Part id="not-started" title={t('Items that didn’t start a run')} about={t('They won’t be tried again.')}>
          <Table
            caption={t('Items that didn’t start a run, by reason')}
            columns={startColumns()}
            rows={not_started}
            rowKey={({ reason }) => reason}
          />
        </Part>
      )}
      {not_ended.length > 0 && (
        <Part
          id="not-ended"
          title={t('Webhooks left at apps')}
          about={t('These couldn’t be removed. Remove them in the app; what they send is ignored.')}
        >
          {not_ended.map((one) => (
            <Card key={one.address} aria-label={one.name}>
              <Facts facts={factsOf(one)} />
            </Card>
          ))}
        </Part>
      )}
    </>
  )
}

function Part({ id, title, about, children }: { id: string; title: string; about: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="text-muted text-base">{about}</p>
      {children}
    </section>
  )
}
