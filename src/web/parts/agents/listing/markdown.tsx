import { Suspense } from 'react'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'

const Drawn = optionalPart(
  () => import('#web/viewer/markdown.tsx'),
  (m) => m.Markdown,
  PlainText,
)

/** Markdown that a seller wrote, drawn from tokens: no text of it can become code. Its reader is fetched with the first one. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="max-w-prose break-words">
      <Suspense fallback={<PlainText text={text} />}>
        <Drawn text={text} />
      </Suspense>
    </div>
  )
}
