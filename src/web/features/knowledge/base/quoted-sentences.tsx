import { ArrowRight } from 'lucide-react'
import type { KnowledgeHit, QuotedAnswer } from '#contract/knowledge/documents.ts'
import { t } from '#web/lib/language.ts'
import { ExcerptText } from './excerpt-text.tsx'

/** A sentence of the answer, with the passage that it is from. */
export interface Quoted {
  sentence: QuotedAnswer['sentences'][number]
  hit: KnowledgeHit
  /** Of the passage in the list, from 1. */
  number: number
}

export const quotedIn = ({ sentences }: QuotedAnswer, hits: readonly KnowledgeHit[]): Quoted[] =>
  sentences.flatMap((sentence) => {
    const at = hits.findIndex(
      ({ document_id, position }) => document_id === sentence.document_id && position === sentence.position,
    )
    const hit = hits[at]
    return hit ? [{ sentence, hit, number: at + 1 }] : []
  })

interface QuotedSentencesProps {
  quoted: readonly Quoted[]
  chosen: Quoted | undefined
  onChoose: (one: Quoted) => void
}

/** The answer: sentences of the documents, each with the place that it is from, which a press opens. */
export function QuotedSentences({ quoted, chosen, onChoose }: QuotedSentencesProps) {
  return (
    <section aria-labelledby="answer" className="grid gap-3 surface-raised p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="answer" className="text-lg">
          {quoted.length > 0 ? t('Answer') : t('No answer found')}
        </h2>
        {quoted.length > 0 && <p className="text-muted text-xs">{t('Word for word, no AI model used')}</p>}
      </header>
      {quoted.length === 0 ? (
        <p className="text-muted">
          {t('No sentence in these documents answers this. The passages below come closest.')}
        </p>
      ) : (
        <ol aria-label={t('Answer')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {quoted.map((one, at) => (
            <li key={`${one.number} ${one.sentence.start}`} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
              <blockquote className="border-indigo border-l-3 pl-3">
                <ExcerptText
                  hit={one.hit}
                  span={[one.sentence.start, one.sentence.end]}
                  className={at === 0 ? 'font-medium text-lg leading-snug' : 'text-base'}
                />
              </blockquote>
              <Source quoted={one} chosen={one === chosen} onChoose={() => onChoose(one)} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Source({ quoted, chosen, onChoose }: { quoted: Quoted; chosen: boolean; onChoose: () => void }) {
  const { hit, number } = quoted
  const { name, page, headings } = hit
  const place = [page === null ? null : t('Page {number}', { number: page }), headings.at(-1)].filter(Boolean)
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className="group ml-3.5 inline-flex min-h-7 max-w-full items-center gap-2 justify-self-start rounded-full border border-line bg-surface py-0.5 pr-2.5 pl-1 text-left text-xs hover:border-control aria-pressed:border-indigo aria-pressed:bg-indigo-soft"
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-full bg-hover font-semibold tabular-nums group-aria-pressed:bg-indigo group-aria-pressed:text-surface">
        <span className="sr-only">{t('Passage')}</span> {number}
      </span>
      <span className="wrap-anywhere min-w-0">
        <bdi className="font-medium">{name}</bdi>
        {place.length > 0 && <span className="text-muted"> · {place.join(' · ')}</span>}
      </span>
      <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
    </button>
  )
}
