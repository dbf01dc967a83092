import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentDetail, AgentVersion } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { Markdown } from '#web/parts/agents/listing/markdown.tsx'
import { insideText, sendsNowhere } from '#web/parts/agents/listing/permission-list.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'

/** Of the marketplace's comparison. */
const MOST_COMPARED = 3

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-6">
      <h2 id={id} className="scroll-mt-32 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function About({ agent, version }: { agent: AgentDetail; version: AgentVersion | null }) {
  return (
    <Section id="about" title={t('What it does')}>
      <Markdown text={agent.description} />
      {version && (
        <div className="grid gap-6 md:grid-cols-2">
          <List
            title={t('It does')}
            items={version.listing.does}
            icon={<Check aria-hidden="true" className="text-good" />}
          />
          <List
            title={t('It doesn’t')}
            items={version.listing.does_not}
            icon={<X aria-hidden="true" className="text-bad" />}
          />
        </div>
      )}
      {version?.listing.how_it_works && <Markdown text={version.listing.how_it_works} />}
      {version?.listing.disclaimer && (
        <p className="w-fit rounded border border-warn bg-warn-soft px-3 py-1.5 text-warn">
          {version.listing.disclaimer}
        </p>
      )}
    </Section>
  )
}

function List({ title, items, icon }: { title: string; items: readonly string[]; icon: ReactNode }) {
  if (items.length === 0) return null
  return (
    <div className="grid content-start gap-2">
      <h3 className="font-medium text-base">{title}</h3>
      <ul className="grid gap-1.5">
        {items.map((item) => (
          <li key={item} className="grid grid-cols-[1.25rem_1fr] gap-1.5 [&_svg]:mt-0.5 [&_svg]:size-4">
            {icon}
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

const orNone = (values: readonly string[], none: string): string => (values.length > 0 ? values.join(', ') : none)

/** What is read, where it goes, who sees it, how long it is kept. */
export function Passport({ version }: { version: AgentVersion }) {
  const { reads, sends_to, models, kept, agents } = version.permissions
  const rows = [
    [t('Reads'), orNone(reads, t('Only what you give it'))],
    [t('Sends data to'), orNone(sends_to, sendsNowhere(models))],
    [t('Models'), orNone(models, t('None: rules, dictionaries and statistics'))],
    [t('Kept'), kept],
    ...(agents.length > 0 ? [[t('Runs other agents'), agents.map(insideText).join('; ')]] : []),
  ]
  return (
    <Section id="passport" title={t('Data & privacy')}>
      <dl className="grid gap-px overflow-hidden rounded border border-line bg-line max-sm:flat max-sm:gap-0 max-sm:divide-y max-sm:divide-line sm:grid-cols-2">
        {rows.map(([name, text]) => (
          <div
            key={name}
            className="grid content-start gap-0.5 bg-surface p-4 max-sm:bg-transparent max-sm:px-0 max-sm:py-3"
          >
            <dt className="text-muted text-xs">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {sends_to.length > 0 && (
        <p className="text-muted">{t('You’re asked before the first run that sends data there.')}</p>
      )}
    </Section>
  )
}

export function Similar({ agent }: { agent: AgentDetail }) {
  const { slug, similar } = agent
  if (similar.length === 0) return null
  const compared = [slug, ...similar.map((other) => other.slug)].slice(0, MOST_COMPARED)
  return (
    <Section id="similar" title={t('Similar agents')}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {similar.map((other) => (
          <AgentCard key={other.id} agent={other} />
        ))}
      </ul>
      <p>
        <TextLink href={paths.marketplace({ compare: compared.join() })}>{t('Compare with these agents')}</TextLink>
      </p>
    </Section>
  )
}
