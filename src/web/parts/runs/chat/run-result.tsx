import { TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import type { Execution } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { readRunAnswer } from './read-answer.ts'

const ResultViewer = lazyPart(
  () => import('#web/viewer/result-viewer.tsx'),
  (m) => m.ResultViewer,
)
const MadeFiles = lazyPart(
  () => import('#web/viewer/made-files.tsx'),
  (m) => m.MadeFiles,
)
const Markdown = lazyPart(
  () => import('#web/viewer/markdown.tsx'),
  (m) => m.Markdown,
)
const CitedAnswer = lazyPart(
  () => import('./citations.tsx'),
  (m) => m.CitedAnswer,
)

/** What came of a run: the answer to a chat message as the chat draws it, anything else in the viewer. */
export function RunResult({ run }: { run: Execution }) {
  const answer = readRunAnswer(run)
  if (answer === null)
    return (
      <Suspense fallback={<Spinner />}>
        <ResultViewer key={run.id} run={run} />
      </Suspense>
    )
  const { text, citations, data } = answer
  return (
    <section aria-label={t('Answer')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Suspense fallback={<Spinner />}>
        <MadeFiles run={run.id} data={data} changes={null} />
        <div className="surface-card max-w-prose px-4 py-3">
          {citations.length > 0 ? (
            <CitedAnswer text={text} citations={citations} />
          ) : (
            <Markdown text={text} className="text-base" />
          )}
        </div>
      </Suspense>
      <details>
        <summary className="w-fit rounded py-1 text-muted">{t('Result as JSON')}</summary>
        <div className="mt-2">
          <CodeBlock code={JSON.stringify(run.output, null, 2)} label={t('Result as JSON')} />
        </div>
      </details>
      {run.disclaimer && (
        <p className="flex items-center gap-1.5 px-1 text-muted">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
          {run.disclaimer}
        </p>
      )}
    </section>
  )
}
