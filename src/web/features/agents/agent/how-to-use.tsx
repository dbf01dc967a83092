import { useId, useState } from 'react'
import type { AgentDetail, AgentVersion } from '#contract/agents/agents.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { ByMcp } from '#web/parts/agents/listing/by-mcp.tsx'
import {
  curlSnippets,
  programSnippet,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
} from '#web/parts/agents/listing/snippets.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { ByItself } from './by-itself.tsx'
import { Contract } from './contract.tsx'
import { Section } from './listing-sections.tsx'
import { UsageSection } from './usage-section.tsx'

/** The ways that work now: on the web, by API, and from an assistant, without an account where the agent is free. */
export function HowToUse({ agent, version }: { agent: AgentDetail; version: AgentVersion }) {
  const isFree = agent.price.type === 'free'
  const origin = useOrigin()
  const group = useId()
  const [way, setWay] = useState<string>('api')
  return (
    <Section id="use" title={t('Developers')}>
      <div className="surface-card max-sm:flat">
        <TabList label={t('Ways to run it')} group={group} tabs={ways()} active={way} onSelect={setWay} />
        <div
          role="tabpanel"
          id={panelId(group)}
          aria-labelledby={tabId(group, way)}
          className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 max-sm:px-0 sm:p-5"
        >
          {way === 'api' && (
            <>
              {!isFree && (
                <p className="max-w-prose text-muted">
                  {fill(
                    t(
                      'Programs run it under your account. Create a key with the scope {scope} under {keys} and use it in {token}. API runs cost the same as runs on this page.',
                      { scope: '{scope}', keys: '{keys}', token: '{token}' },
                    ),
                    {
                      scope: <code>run</code>,
                      keys: <TextLink href={paths.settings('api-keys')}>{t('API keys')}</TextLink>,
                      token: <code>TOKEN</code>,
                    },
                  )}
                </p>
              )}
              <ByApi agent={agent} version={version} origin={origin} isFree={isFree} />
              <p className="text-muted">
                {fill(t('The full reference is in the {documentation}.', { documentation: '{documentation}' }), {
                  documentation: (
                    <TextLink href={paths.docs()} external>
                      {t('API documentation')}
                    </TextLink>
                  ),
                })}
              </p>
            </>
          )}
          {way === 'assistant' && (
            <>
              <FeatureNotice name="mcp" />
              <ByMcp agent={agent} serviceId={null} isFree={isFree} />
            </>
          )}
          {way === 'website' && <ByItself origin={origin} isFree={isFree} />}
          {way === 'limits' && <Contract version={version} isFree={isFree} />}
        </div>
      </div>
    </Section>
  )
}

const ways = () =>
  [
    { key: 'api', label: 'API' },
    { key: 'assistant', label: t('Assistants (MCP)') },
    { key: 'website', label: t('Website and schedule') },
    { key: 'limits', label: t('Input, output and errors') },
  ] as const

const LANGUAGES: Record<SnippetLanguage, string> = { curl: 'cURL', node: 'Node.js', python: 'Python' }

interface ByApiProps {
  agent: AgentDetail
  version: AgentVersion
  origin: string
  isFree: boolean
}

/** The same call in the reader's programming language. */
function ByApi(props: ByApiProps) {
  const { agent, version, origin, isFree } = props
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const target = { name: 'agent_id', id: agent.slug } as const
  const source = { ...version, signed: !isFree }
  const code = language === 'curl' ? null : programSnippet(language, origin, target, source)
  return (
    <>
      <Segmented
        label={t('Example language')}
        segments={SNIPPET_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
        value={language}
        onChange={(value) => setLanguage(SNIPPET_LANGUAGES.find((one) => one === value) ?? 'curl')}
      />
      {language === 'curl' ? (
        <ByCurl {...props} />
      ) : (
        code !== null && (
          <UsageSection title="API">
            <p className="max-w-prose text-muted">{t('Returns the result if it’s ready within 25 seconds.')}</p>
            <CodeBlock code={code} label={t('{language} program', { language: LANGUAGES[language] })} />
          </UsageSection>
        )
      )}
    </>
  )
}

function ByCurl({ agent, version, origin, isFree }: ByApiProps) {
  const curl = curlSnippets(origin, { name: 'agent_id', id: agent.slug }, version, !isFree)
  return (
    <>
      {curl.text !== null && (
        <UsageSection title={t('API with text input')}>
          <p className="max-w-prose text-muted">
            {t('Returns the result if it’s ready within 25 seconds.')}{' '}
            {isFree && t('It counts as one of today’s free runs. As one of your services, it runs under your account.')}
          </p>
          <CodeBlock code={curl.text} label={t('curl with a text')} />
        </UsageSection>
      )}
      {curl.file !== null && (
        <UsageSection title={t('API with a document')}>
          <CodeBlock code={curl.file} label={t('curl with a document')} />
        </UsageSection>
      )}
      <UsageSection title={t('Get a run later')}>
        <p className="max-w-prose text-muted">
          {fill(
            isFree
              ? t(
                  'The first response includes the {id} and, without an account, the {token} that opens only this run.',
                  { id: '{id}', token: '{token}' },
                )
              : t('The first response includes the {id}.', { id: '{id}' }),
            { id: <code>execution_id</code>, token: <code>access_token</code> },
          )}
        </p>
        <CodeBlock code={curl.poll} label={t('curl to get a run')} />
      </UsageSection>
    </>
  )
}
