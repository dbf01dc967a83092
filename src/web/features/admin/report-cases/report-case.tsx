import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Report, ReportCaseDetail } from '#contract/agents/report-cases.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseBadges } from './case-badges.tsx'
import { caseQuery, KINDS, REASONS, STATES } from './report-cases-address.ts'

export const loader = ({ params }: ScreenArgs) => load(caseQuery(params.id ?? ''))

const EVENTS: Record<ReportCaseDetail['history'][number]['event'], string> = {
  assigned: 'took this report',
  released: 'gave it back',
  resolved: 'resolved it',
  dismissed: 'dismissed it',
}

/** One case: what it is about, who reported it and why, and what was done. */
export function Component() {
  const { id = '' } = useParams()
  const report = useData(caseQuery(id))
  const { kind, subject } = report
  const name = subject.name ?? `Deleted ${KINDS[kind].toLowerCase()}`
  return (
    <AdminFrame
      title={kind === 'review' ? `Review of ${name}` : name}
      intro={<TextLink href={paths.adminReports()}>All reports</TextLink>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Subject report={report} />
          <Reports report={report} />
          <History report={report} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:row-start-1">
          <Facts report={report} />
          <CaseActions report={report} />
        </div>
      </div>
    </AdminFrame>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Facts({ report }: { report: ReportCaseDetail }) {
  const { kind, opened_at, due_at, assigned_to, decision } = report
  return (
    <Card as="div">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-1">
        <Fact label="State">
          <CaseBadges report={report} />
        </Fact>
        <Fact label="Kind">{KINDS[kind]}</Fact>
        <Fact label="Reported">
          <RelativeTime time={opened_at} />
        </Fact>
        {decision === null && <Fact label="Due">{formatExactTime(due_at)}</Fact>}
        <Fact label="Assigned to">{assigned_to ? <bdi>{assigned_to.name}</bdi> : 'Nobody'}</Fact>
      </dl>
    </Card>
  )
}

function Subject({ report: { kind, subject } }: { report: ReportCaseDetail }) {
  const { name, href, owner, text, status } = subject
  return (
    <Card>
      <CardHeader title="What was reported" />
      <div className="grid gap-2">
        {name === null ? (
          <p className="text-muted">It was deleted.</p>
        ) : (
          <p className="wrap-anywhere font-medium">
            {kind === 'review' && 'A review of '}
            {href ? (
              <TextLink href={href}>
                <bdi>{name}</bdi>
              </TextLink>
            ) : (
              <bdi>{name}</bdi>
            )}
            {status && <span className="font-normal text-muted"> · {status.replaceAll('_', ' ')}</span>}
          </p>
        )}
        {kind !== 'person' && owner && (
          <p className="text-muted text-base">
            {kind === 'review' ? 'Written by ' : 'Sold by '}
            <TextLink href={paths.adminUser(owner.id)}>
              <bdi>{owner.name}</bdi>
            </TextLink>
          </p>
        )}
        {kind === 'person' && owner && (
          <p className="text-base">
            <TextLink href={paths.adminUser(owner.id)}>Account, sales and earlier decisions</TextLink>
          </p>
        )}
        {text && (
          <p className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-3">
            <bdi>{text}</bdi>
          </p>
        )}
      </div>
    </Card>
  )
}

function Reports({ report: { all_reports, reports } }: { report: ReportCaseDetail }) {
  return (
    <Card>
      <CardHeader title={reports === 1 ? '1 report' : `${reports} reports`}>
        Only admins see who reported. The seller doesn’t.
      </CardHeader>
      <ul className="grid gap-4">
        {all_reports.map((one) => (
          <OneReport key={one.by.id} report={one} />
        ))}
      </ul>
      {reports > all_reports.length && (
        <p className="mt-3 text-muted text-base">The first {all_reports.length} are shown.</p>
      )}
    </Card>
  )
}

function OneReport({ report: { by, reason, details, evidence, evidence_run, at } }: { report: Report }) {
  const user = useUser()
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{REASONS[reason]}</span>
        <span className="text-muted text-xs">
          <TextLink href={paths.adminUser(by.id)}>
            <bdi>{by.name}</bdi>
          </TextLink>
          , <RelativeTime time={at} />
        </span>
      </p>
      {details && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <bdi>{details}</bdi>
        </p>
      )}
      {evidence && (
        <p className="text-base">
          <a
            href={evidence}
            target="_blank"
            rel="nofollow ugc noopener noreferrer"
            className="inline-flex max-w-full items-center gap-1 break-all text-indigo underline decoration-indigo/40 underline-offset-3"
          >
            {evidence}
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </p>
      )}
      {evidence_run && (
        <p className="wrap-anywhere text-base">
          Run{' '}
          {user?.role === 'super_admin' ? (
            <TextLink href={paths.execution(evidence_run)}>{evidence_run}</TextLink>
          ) : (
            <span className="font-mono text-xs">{evidence_run}</span>
          )}
        </p>
      )}
    </li>
  )
}

function History({ report: { opened_at, history, decision, other_cases } }: { report: ReportCaseDetail }) {
  return (
    <Card>
      <CardHeader title="History" />
      <ol className="grid gap-2">
        <li>
          Opened <RelativeTime time={opened_at} />
        </li>
        {history.map(({ event, by, at }) => (
          <li key={at + event}>
            <bdi>{by ?? 'A former admin'}</bdi> {EVENTS[event]} <RelativeTime time={at} />
          </li>
        ))}
      </ol>
      {decision && (
        <p className="wrap-anywhere mt-3 whitespace-pre-wrap border-line border-l-2 pl-3">
          <bdi>{decision.outcome}</bdi>
        </p>
      )}
      {other_cases.length > 0 && (
        <div className="mt-4 grid gap-1">
          <h3 className="font-medium text-base">Other reports on the same thing</h3>
          <ul className="grid gap-1">
            {other_cases.map(({ id, state, opened_at: at }) => (
              <li key={id}>
                <TextLink href={paths.adminReport(id)}>
                  {STATES[state].label}, reported <RelativeTime time={at} />
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
