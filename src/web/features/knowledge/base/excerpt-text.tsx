import { Suspense } from 'react'
import type { KnowledgeHit } from '#contract/knowledge/documents.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { excerptMarkdown, excerptPieces, searchedWords } from './excerpt.ts'

const Drawn = optionalPart(
  () => import('#web/viewer/markdown.tsx'),
  (m) => m.Markdown,
  PlainText,
)

interface ExcerptTextProps {
  hit: Pick<KnowledgeHit, 'text' | 'marks' | 'markdown'>
  /** Which part of the text. */
  span: [start: number, end: number]
  className?: string
}

/** A part of a passage as it is meant, the words of the search marked. The reader of Markdown is fetched with the first one. */
export function ExcerptText({ hit, span, className = '' }: ExcerptTextProps) {
  if (!hit.markdown) return <Plain hit={hit} span={span} className={className} />
  return (
    <Suspense fallback={<Plain hit={hit} span={span} className={className} />}>
      <Drawn text={excerptMarkdown(hit.text, span)} lit={searchedWords(hit)} className={className} />
    </Suspense>
  )
}

const Plain = ({ hit, span, className = '' }: ExcerptTextProps) => (
  <p dir="auto" className={`wrap-anywhere line-clamp-5 whitespace-pre-line ${className}`}>
    {excerptPieces(hit, span).map(({ start, text, marked }) =>
      marked ? (
        <mark key={start} className="rounded-sm bg-marigold/35 text-ink">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </p>
)
