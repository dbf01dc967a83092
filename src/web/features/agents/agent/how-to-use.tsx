import { useId, useState } from 'react'
import type { AgentDetail, AgentVersion } from '#contract/agents/agents.ts'
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
    <Section id="use" title="Developers">
      <div className="surface-card">
        <TabList label="Ways to run it" group={group} tabs={WAYS} active={way} onSelect={setWay} />
        <div
          role="tabpanel"
          id={panelId(group)}
          aria-labelledby={tabId(group, way)}
          className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 sm:p-5"
        >
          {way === 'api' && (
            <>
              {!isFree && (
                <p className="max-w-prose text-muted">
                  Programs run it under your account. Create a key with the scope <code>run</code> under{' '}
                  <TextLink href={paths.settings('api-keys')}>API keys</TextLink> and use it in <code>TOKEN</code>. API
                  runs cost the same as runs on this page.
                </p>
              )}
              <ByApi agent={agent} version={version} origin={origin} isFree={isFree} />
              <p className="text-muted">
                The full reference is in the{' '}
                <TextLink href={paths.docs()} external>
                  API documentation
                </TextLink>
                .
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

const WAYS = [
  { key: 'api', label: 'API' },
  { key: 'assistant', label: 'Assistants (MCP)' },
  { key: 'website', label: 'Website and schedule' },
  { key: 'limits', label: 'Input, output and errors' },
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
        label="Example language"
        segments={SNIPPET_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
        value={language}
        onChange={(value) => setLanguage(SNIPPET_LANGUAGES.find((one) => one === value) ?? 'curl')}
      />
      {language === 'curl' ? (
        <ByCurl {...props} />
      ) : (
        code !== null && (
          <UsageSection title="API">
            <p className="max-w-prose text-muted">Returns the result if it’s ready within 25 seconds.</p>
            <CodeBlock code={code} label={`${LANGUAGES[language]} program`} />
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
        <UsageSection title="API with text input">
          <p className="max-w-prose text-muted">
            Returns the result if it’s ready within 25 seconds.
            {isFree && ' It counts as one of today’s free runs. As one of your services, it runs under your account.'}
          </p>
          <CodeBlock code={curl.text} label="curl with a text" />
        </UsageSection>
      )}
      {curl.file !== null && (
        <UsageSection title="API with a document">
          <CodeBlock code={curl.file} label="curl with a document" />
        </UsageSection>
      )}
      <UsageSection title="Get a run later">
        <p className="max-w-prose text-muted">
          The first response includes the <code>execution_id</code>
          {isFree && (
            <>
              {' '}
              and, without an account, the <code>access_token</code> that opens only this run
            </>
          )}
          .
        </p>
        <CodeBlock code={curl.poll} label="curl to get a run" />
      </UsageSection>
    </>
  )
}
