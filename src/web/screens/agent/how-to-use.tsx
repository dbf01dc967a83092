import type { AgentDetail, AgentVersion } from '#contract/agents.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { curlSnippets, exampleInput } from '#web/listing/snippets.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Section } from './listing-sections.tsx'

/** The ways that work now: on the web, and by API without an account. */
export function HowToUse({ agent, version }: { agent: AgentDetail; version: AgentVersion }) {
  const input = exampleInput(version.samples)
  const curl = curlSnippets(useOrigin(), { name: 'agent_id', id: agent.slug }, input, false)
  return (
    <Section id="use" title="How to use it">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-medium text-base">On the web</h3>
        <p className="max-w-prose text-muted">
          Run it on this page, or add it to <TextLink href={paths.services()}>My AI Services</TextLink>: there it keeps
          its runs and your settings.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-medium text-base">By API, with a text</h3>
        <p className="max-w-prose text-muted">
          Answers with the result when it is ready within 25 seconds. It counts as one of the free runs of the day; as a
          service of yours it runs under your account.
        </p>
        <CodeBlock code={curl.text} label="curl with a text" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-medium text-base">By API, with a document</h3>
        <CodeBlock code={curl.file} label="curl with a document" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-medium text-base">Look at a run later</h3>
        <p className="max-w-prose text-muted">
          The answer to the first call names the <code>execution_id</code> and, without an account, the{' '}
          <code>access_token</code> that opens this run alone.
        </p>
        <CodeBlock code={curl.poll} label="curl for a run" />
      </div>
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
