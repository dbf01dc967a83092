import { ArrowRight } from 'lucide-react'
import type { AuditChange, AuditEntry } from '#contract/admin/audit.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { type AuditState, auditPath } from './audit-address.ts'
import { actionText, fieldText, valueText } from './audit-texts.ts'

/** The address of this machine's own requests, and of those whose sender a proxy did not name. */
const PLACES: Record<string, string> = { '::1': 'this server', '127.0.0.1': 'this server', '0.0.0.0': 'unknown' }

/** One act: who, what, to whom, when, from where, why, and what changed. */
export function Entry({ entry, state }: { entry: AuditEntry; state: AuditState }) {
  const { at, actor, action, target, reason, address, changes, position, hash } = entry
  const find = (person: string) => auditPath({ ...state, person, after: null })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 surface-card p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 grow font-medium text-base">{actionText(action)}</h2>
        <time dateTime={at} className="text-muted text-xs tabular-nums">
          {formatExactTime(at)}
        </time>
      </div>
      <p className="wrap-anywhere text-base">
        By {actor.email === null ? <bdi>{actor.name}</bdi> : <Person id={actor.id} name={actor.name} />}
        {actor.email && (
          <span className="text-muted">
            {' '}
            (<bdi>{actor.email}</bdi>)
          </span>
        )}
        {target && target.id !== actor.id && (
          <>
            {' '}
            on <Target target={target} />
          </>
        )}
        {address && <span className="text-muted"> from {PLACES[address] ?? <bdi>{address}</bdi>}</span>}
      </p>
      {reason !== null && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <bdi>{reason}</bdi>
        </p>
      )}
      {changes.length > 0 && (
        <dl className="grid gap-1 text-base">
          {changes.map((change) => (
            <Change key={`${change.name}|${change.before}|${change.after}`} change={change} />
          ))}
        </dl>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
        {position === null ? (
          <Badge tone="warn">Not sealed yet</Badge>
        ) : (
          <span title={hash ?? undefined} className="tabular-nums">
            No. {position}
          </span>
        )}
        <TextLink href={find(actor.id)}>
          All entries about <bdi>{actor.name}</bdi>
        </TextLink>
        {target && target.id !== actor.id && (
          <TextLink href={find(target.id)}>
            All entries about <bdi>{target.name ?? 'this'}</bdi>
          </TextLink>
        )}
      </p>
    </li>
  )
}

const Person = ({ id, name }: { id: string; name: string }) => (
  <TextLink href={paths.adminUser(id)}>
    <bdi>{name}</bdi>
  </TextLink>
)

function Target({ target: { id, name, kind } }: { target: NonNullable<AuditEntry['target']> }) {
  if (kind === 'user') return <Person id={id} name={name ?? id} />
  if (kind === 'agent')
    return (
      <TextLink href={paths.agent(id)}>
        <bdi>{name}</bdi>
      </TextLink>
    )
  return <span className="font-mono text-xs">{id}</span>
}

function Change({ change: { name, before, after } }: { change: AuditChange }) {
  return (
    <div className="wrap-anywhere flex flex-wrap items-baseline gap-x-2">
      <dt className={name === null ? 'sr-only' : 'text-muted'}>{name === null ? 'Changed' : fieldText(name)}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {before !== null && (
          <>
            <span className="text-muted line-through decoration-1">
              <span className="sr-only">from </span>
              <bdi>{valueText(name, before)}</bdi>
            </span>
            <ArrowRight aria-hidden="true" className="size-3.5 self-center text-muted" />
            <span className="sr-only">to</span>
          </>
        )}
        <After name={name} value={after} />
      </dd>
    </div>
  )
}

function After({ name, value }: { name: string | null; value: string | null }) {
  if (value === null) return <span className="text-muted">nothing</span>
  if (name === 'report') return <TextLink href={paths.adminReport(value)}>Open report</TextLink>
  return <bdi className="font-medium">{valueText(name, value)}</bdi>
}
