import { widgetSnippet } from '#web/parts/agents/listing/snippets.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Way } from './way.tsx'

/** Ways that need a service first: on one's own site, and at set times. */
export function ByItself({ origin, isFree }: { origin: string; isFree: boolean }) {
  const services = <TextLink href={paths.services()}>My AI Services</TextLink>
  return (
    <>
      <Way title="On your own site">
        <p className="max-w-prose text-muted">
          Add it to {services}. On its page, under Widget, you say which sites may show it and for how much a day; your
          visitors need no account. The token of your service goes in the place of <code>TOKEN</code>.
        </p>
        <CodeBlock code={widgetSnippet(origin, 'TOKEN')} label="HTML of the widget" />
      </Way>
      <Way title="At set times">
        <p className="max-w-prose text-muted">
          Add it to {services}. On its page, under Schedule, you say when it runs and with which input, such as{' '}
          <code>0 9 * * 1-5</code> for 09:00 from Monday to Friday.
          {!isFree && ' Each run costs what a run on this page costs.'}
        </p>
      </Way>
    </>
  )
}
