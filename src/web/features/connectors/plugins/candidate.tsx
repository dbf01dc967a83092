import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { PermissionList } from '#web/parts/connectors/permissions.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ActionList, TriggerList } from './action-list.tsx'
import { Difference } from './difference.tsx'
import { Foreign } from './foreign.tsx'
import { sourceLabel, VerifiedBadge } from './plugin-badges.tsx'
import type { PluginCandidate } from './plugin-queries.ts'

/** Everything that an admin agrees to: what a version is, what it asks for, and what it changes. */
export function Candidate({ candidate }: { candidate: PluginCandidate }) {
  const { description, verified, warnings, permissions, difference, action_list, trigger_list } = candidate
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <code className="wrap-anywhere font-mono text-xs">
            {candidate.package}@{candidate.version}
          </code>
          <VerifiedBadge verified={verified} />
        </p>
        {description !== '' && (
          <p className="text-muted">
            <Foreign text={description} />
          </p>
        )}
      </div>
      {!verified && (
        <Callout tone="warn">
          {t('Chowk can’t confirm that Activepieces published this. Install it only if you trust its author.')}
        </Callout>
      )}
      {warnings.length > 0 && (
        <Callout tone="warn">
          <ul className="grid list-disc gap-1 pl-4">
            {warnings.map((warning) => (
              <li key={warning}>
                <Foreign text={warning} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {difference && <Difference difference={difference} />}
      {difference && <h3 className="text-base">{t('This version as a whole')}</h3>}
      <PermissionList permissions={permissions} />
      <Facts candidate={candidate} />
      <Folded title={inWords(action_list.length, 'action')}>
        <ActionList actions={action_list} />
      </Folded>
      {trigger_list.length > 0 && (
        <Folded title={inWords(trigger_list.length, 'trigger')}>
          <TriggerList triggers={trigger_list} />
        </Folded>
      )}
    </div>
  )
}

function inWords(count: number, of: 'action' | 'trigger'): string {
  if (of === 'action') return count === 1 ? t('1 action') : t('{count} actions', { count: formatNumber(count) })
  return count === 1 ? t('1 trigger') : t('{count} triggers', { count: formatNumber(count) })
}

/** A long list, closed until it is asked for. */
const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group rounded border border-line">
    <summary className="flex min-h-9 cursor-pointer items-center gap-2 px-3 font-medium">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
      />
      {title}
    </summary>
    <div className="px-3 pt-1 pb-3">{children}</div>
  </details>
)

function Facts({ candidate: { licence, source, integrity, hash, bytes, files } }: { candidate: PluginCandidate }) {
  return (
    <FactList
      facts={[
        [t('Licence'), licence ?? t('Not named')],
        [t('Source'), sourceLabel(source)],
        [t('Size'), sizeInWords(bytes, files)],
        ...(integrity === null ? [] : ([[t('npm checksum'), <Code key="integrity" text={integrity} />]] as const)),
        [t('SHA-256 of all files'), <Code key="hash" text={hash} />],
      ]}
    />
  )
}

export const Code = ({ text }: { text: string }) => <code className="wrap-anywhere font-mono text-xs">{text}</code>

export const sizeInWords = (bytes: number, files: number): string =>
  t('{size} in {files} files, with its libraries', { size: formatBytes(bytes), files: formatNumber(files) })

/** Names and values, as on every page of an app. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid gap-x-4 gap-y-1.5 text-base sm:grid-cols-[auto_minmax(0,1fr)]">
    {facts.map(([name, value]) => (
      <div key={name} className="grid grid-cols-subgrid gap-x-4 sm:col-span-2">
        <dt className="text-muted">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
