import { Suspense, useState } from 'react'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useOrigin } from '#web/lib/origin.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Section } from './listing-sections.tsx'

const DifferenceDialog = lazyPart(
  () => import('#web/parts/agents/listing/difference-dialog.tsx'),
  (m) => m.DifferenceDialog,
)

interface Step {
  from: number
  to: number
}

/** Every version with what it changed. */
export function Versions({ agent }: { agent: AgentDetail }) {
  const { slug, versions } = agent
  const [seen, setSeen] = useState<Step | null>(null)
  return (
    <Section id="versions" title={t('Versions')}>
      <ol className="grid gap-3">
        {versions.map(({ number, changelog, created_at }, index) => {
          const before = versions[index + 1]
          return (
            <li key={number} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
              <span className="font-medium font-mono">v{number}</span>
              <span className="wrap-anywhere whitespace-pre-line">{changelog || t('No change notes.')}</span>
              <span className="text-muted text-xs">
                <RelativeTime time={created_at} />
              </span>
              {before && (
                <span className="col-start-2">
                  <Button size="sm" onClick={() => setSeen({ from: before.number, to: number })}>
                    {t('See changes')}
                    <span className="sr-only"> {t('in version {number}', { number })}</span>
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {seen && (
        <Suspense fallback={null}>
          <DifferenceDialog agent={slug} from={seen.from} to={seen.to} onClose={() => setSeen(null)} />
        </Suspense>
      )}
      <Elsewhere slug={slug} name={agent.name} />
    </Section>
  )
}

/** The listing where it is read by programs, or shown by other sites. */
function Elsewhere({ slug, name }: { slug: string; name: string }) {
  const page = `${useOrigin()}${paths.agent(slug)}`
  return (
    <details className="grid gap-2">
      <summary className="w-fit cursor-pointer py-1 text-muted text-base">{t('Badge and text version')}</summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <img src={`${paths.agent(slug)}/badge.svg`} alt={t('Badge of {name}', { name })} height={20} loading="lazy" />
          <span className="text-muted">{t('For your website. It shows what the platform measured.')}</span>
        </p>
        <CodeBlock
          code={`[![${name.replace(/[[\]]/g, '')}](${page}/badge.svg)](${page})`}
          label={t('Badge as Markdown')}
        />
        <p className="text-muted">
          <TextLink href={`${paths.agent(slug)}.md`} external>
            {t('This page as Markdown')}
          </TextLink>{' '}
          {t('for programs and assistants.')}
        </p>
      </div>
    </details>
  )
}
