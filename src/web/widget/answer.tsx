import { Suspense } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { PublicWidget } from '#contract/services/widgets.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ExportResult, FetchMade, RedactAgain } from '#web/viewer/documents.ts'
import { type Begun, madeFile } from './calls.ts'

const ResultViewer = lazyPart(
  () => import('#web/viewer/result-viewer.tsx'),
  (m) => m.ResultViewer,
)

/** An answer that is one text and nothing else. */
function textOf(output: Json): string | null {
  if (typeof output === 'string') return output
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return null
  const [only, ...more] = Object.values(output)
  return typeof only === 'string' && more.length === 0 ? only : null
}

/** What a run gave: a text as it is, everything else in the viewer. */
export function Answer({ token, widget, begun }: { token: string; widget: PublicWidget; begun: Begun }) {
  if (begun.status === 'failed') return <Callout tone="bad">Something went wrong. Try again.</Callout>
  if (begun.status === 'running') return <Callout>This is taking longer than usual. Try again later.</Callout>
  const text = widget.view === 'json' ? textOf(begun.output) : null
  if (text !== null)
    return (
      <div className="max-w-[95%] break-words surface-card px-3 py-2">
        <PlainText text={text} />
      </div>
    )
  return (
    <FetchMade value={(id) => madeFile(token, begun, id)}>
      <RedactAgain value={null}>
        <ExportResult value={null}>
          <Suspense fallback={<Spinner />}>
            <ResultViewer
              run={{ id: begun.run, output: begun.output, view: widget.view, disclaimer: widget.disclaimer }}
            />
          </Suspense>
        </ExportResult>
      </RedactAgain>
    </FetchMade>
  )
}
