import type { ReactNode } from 'react'
import type { AgentDetail, AgentVersion } from '#contract/agents.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { curlSnippets } from '#web/listing/snippets.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Section } from './listing-sections.tsx'

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{title}</h3>
      {children}
    </div>
  )
}

/** The ways that work now: on the web, and by API, without an account where the agent is free. */
export function HowToUse({ agent, version }: { agent: AgentDetail; version: AgentVersion }) {
  const isFree = agent.price.type === 'free'
  const curl = curlSnippets(useOrigin(), { name: 'agent_id', id: agent.slug }, version, !isFree)
  return (
    <Section id="use" title="How to use it">
      <Way title="On the web">
        <p className="max-w-prose text-muted">
          Run it on this page, or add it to <TextLink href={paths.services()}>My AI Services</TextLink>: there it keeps
          its runs and your settings.
        </p>
      </Way>
      {!isFree && (
        <p className="max-w-prose text-muted">
          A program runs it under your account: make a key with the scope <code>run</code> under{' '}
          <TextLink href={paths.settings('api-keys')}>API keys</TextLink> and put it in <code>TOKEN</code>. A run by API
          costs what a run on this page costs.
        </p>
      )}
      {curl.text !== null && (
        <Way title="By API, with a text">
          <p className="max-w-prose text-muted">
            Answers with the result when it is ready within 25 seconds.
            {isFree &&
              ' It counts as one of the free runs of the day; as a service of yours it runs under your account.'}
          </p>
          <CodeBlock code={curl.text} label="curl with a text" />
        </Way>
      )}
      {curl.file !== null && (
        <Way title="By API, with a document">
          <CodeBlock code={curl.file} label="curl with a document" />
        </Way>
      )}
      <Way title="Look at a run later">
        <p className="max-w-prose text-muted">
          The answer to the first call names the <code>execution_id</code>
          {isFree && (
            <>
              {' '}
              and, without an account, the <code>access_token</code> that opens this run alone
            </>
          )}
          .
        </p>
        <CodeBlock code={curl.poll} label="curl for a run" />
      </Way>
      <Contract version={version} />
      <p className="text-muted">
        Everything the API takes and answers is described under{' '}
        <TextLink href={paths.docs()} external>
          API documentation
        </TextLink>
        .
      </p>
    </Section>
  )
}

const pretty = (schema: object): string => JSON.stringify(schema, null, 2)

/** What goes in and what comes out, for whoever calls it from a program. It stays as it is for as long as the version runs. */
function Contract({ version: { number, input_schema, output_schema } }: { version: AgentVersion }) {
  return (
    <details className="group grid gap-2">
      <summary className="cursor-pointer font-medium text-base">Input and output of version {number}</summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-prose text-muted">
          As JSON Schema. They never change for a version. An input that does not fit answers 400 and names the field, a
          run that may not be paid for 402, too many calls 429 with the time to wait; none of these costs anything.
        </p>
        <Way title="Input">
          <CodeBlock code={pretty(input_schema)} label="JSON Schema of the input" />
        </Way>
        <Way title="Output">
          {Object.keys(output_schema).length === 0 ? (
            <p className="text-muted">Any JSON: what its last step gives.</p>
          ) : (
            <CodeBlock code={pretty(output_schema)} label="JSON Schema of the output" />
          )}
        </Way>
      </div>
    </details>
  )
}
