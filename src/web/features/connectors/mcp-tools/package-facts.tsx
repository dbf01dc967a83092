import type { ReactNode } from 'react'
import { Code, FactList, sizeInWords } from '#web/features/connectors/plugins/candidate.tsx'
import { Foreign } from '#web/features/connectors/plugins/foreign.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { McpPackage, McpPackageCandidate, McpPackageStart } from './package-queries.ts'
import { toolsInWords } from './server-state.tsx'

type Facts = McpPackage['facts']
type Tool = NonNullable<Facts['tools']>[number]

/** What a version is: the package, its bytes, and what an admin should know. */
export function PackageFacts({ facts }: { facts: Facts }) {
  const { description, warnings, licence, source, integrity, hash, bytes, files, program } = facts
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1.5">
        <code className="wrap-anywhere font-mono text-xs">
          {facts.package}@{facts.version}
        </code>
        {description !== '' && (
          <p className="text-muted">
            <Foreign text={description} />
          </p>
        )}
      </div>
      {warnings.length > 0 && (
        <Callout tone="warn">
          <ul className="grid list-disc gap-1 pl-4">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Callout>
      )}
      <FactList
        facts={[
          [t('Licence'), licence ?? t('Not named')],
          [t('Source'), source === 'registry' ? 'npm' : t('A file')],
          [t('Size'), sizeInWords(bytes, files)],
          [t('Program'), <Code key="program" text={program} />],
          ...(integrity === null ? [] : ([[t('npm checksum'), <Code key="integrity" text={integrity} />]] as const)),
          [t('SHA-256 of all files'), <Code key="hash" text={hash} />],
        ]}
      />
    </div>
  )
}

/** What a start in the sandbox came to. */
export function StartResult({ start }: { start: McpPackageStart }) {
  const { error, tools, refused, took_ms, memory_mb } = start
  return (
    <section aria-label={t('First start')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {error !== null ? (
        <Callout tone="bad">
          {t('It did not start:')} <Foreign text={error} />
        </Callout>
      ) : (
        <p role="status" className="text-muted text-base">
          {t('Started in {ms} ms with {mb} MB of memory: {tools}.', {
            ms: formatNumber(took_ms),
            mb: formatNumber(memory_mb ?? 0),
            tools: toolsInWords(tools.length),
          })}
        </p>
      )}
      {refused.length > 0 && (
        <Callout tone="warn">
          <ul className="grid list-disc gap-1 pl-4">
            {refused.map((why) => (
              <li key={why}>
                <Foreign text={why} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {tools.length > 0 && <ToolList tools={tools} />}
    </section>
  )
}

/** The tools of a version, in the words of its author. */
export const ToolList = ({ tools }: { tools: readonly Tool[] }) => (
  <ul className="max-h-80 overflow-y-auto rounded border border-line px-3" aria-label={t('Tools')}>
    {tools.map((tool) => (
      <li key={tool.name} className="grid gap-0.5 border-line border-b py-2 last:border-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Foreign text={tool.title} />
          {tool.destructive && <Badge tone="bad">{t('Deletes')}</Badge>}
        </p>
        {tool.description !== '' && (
          <p className="line-clamp-2 text-muted text-base">
            <Foreign text={tool.description} />
          </p>
        )}
      </li>
    ))}
  </ul>
)

/** What another version names and offers that the installed one does not. */
export function PackageDifference({ difference }: { difference: NonNullable<McpPackageCandidate['difference']> }) {
  const { from, licence, named_hosts, named_variables, tools } = difference
  const notNamed = t('Not named')
  const lines = [
    [t('Hosts named in its code'), named_hosts.added, named_hosts.removed],
    [t('Variables its code reads'), named_variables.added, named_variables.removed],
    [t('Tools'), tools.added, tools.removed],
    [t('Licence'), licence ? [licence.to ?? notNamed] : [], licence ? [licence.from ?? notNamed] : []],
  ] as const
  const shown = lines.filter(([, added, removed]) => added.length + removed.length > 0)
  return (
    <section aria-label={t('What changes')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-base">{t('What changes since {version}', { version: from })}</h3>
      {shown.length + tools.changed.length === 0 && (
        <p className="text-muted">{t('Nothing that Chowk can see, besides its code.')}</p>
      )}
      {shown.length > 0 && (
        <FactList
          facts={shown.map(([title, added, removed]) => [title, <Parted key={title} {...{ added, removed }} />])}
        />
      )}
      {tools.changed.map(({ name, from: before, to }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-3">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <code className="wrap-anywhere font-mono">{name}</code>
            <Badge tone="warn">{t('Changed')}</Badge>
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
            <Words title={t('Before')} text={before} />
            <Words title={t('Now')} text={to} />
          </div>
        </div>
      ))}
    </section>
  )
}

const Parted = ({ added, removed }: { added: readonly string[]; removed: readonly string[] }): ReactNode => (
  <>
    {added.length > 0 && (
      <span className="block">
        {t('New:')} <Foreign text={added.join(', ')} />
      </span>
    )}
    {removed.length > 0 && (
      <span className="block">
        {t('Gone:')} <Foreign text={removed.join(', ')} />
      </span>
    )}
  </>
)

const Words = ({ title, text }: { title: string; text: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
    <p className="text-muted text-base">{title}</p>
    <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-3">
      {text === '' ? t('No description.') : <Foreign text={text} />}
    </blockquote>
  </div>
)
