import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { widgetSnippet } from '#web/parts/agents/listing/snippets.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { UsageSection } from './usage-section.tsx'

/** Ways that need a service first: on one's own site, and at set times. */
export function ByItself({ origin, isFree }: { origin: string; isFree: boolean }) {
  const services = <TextLink href={paths.services()}>{t('My AI Services')}</TextLink>
  return (
    <>
      <UsageSection title={t('On your website')}>
        <p className="max-w-prose text-muted">
          {fill(
            t(
              'Add it to {services}. On its page, under Widget, choose which sites may show it and set a daily budget. Your visitors don’t need an account. Replace this with your service’s token: {token}.',
              { services: '{services}', token: '{token}' },
            ),
            { services, token: <code>TOKEN</code> },
          )}
        </p>
        <CodeBlock code={widgetSnippet(origin, 'TOKEN')} label={t('HTML of the widget')} />
      </UsageSection>
      <UsageSection title={t('On a schedule')}>
        <p className="max-w-prose text-muted">
          {fill(
            t(
              'Add it to {services}. On its page, under Schedule, choose when it runs and with which input, such as {example} for 09:00 from Monday to Friday.',
              { services: '{services}', example: '{example}' },
            ),
            { services, example: <code>0 9 * * 1-5</code> },
          )}
          {!isFree && ` ${t('Each run costs the same as a run on this page.')}`}
        </p>
      </UsageSection>
    </>
  )
}
