import { type KeyboardEvent, useRef, useState } from 'react'
import type { KnowledgeAnswer, KnowledgeHit } from '#contract/knowledge/documents.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PassagePane } from '#web/viewer/passage-pane.tsx'
import { type Excerpt, excerptOf } from './excerpt.ts'

const keyOf = ({ document_id, position }: KnowledgeHit): string => `${document_id} ${position}`

/** As of `lg` in the styles: below it the document has no room next to the passages. */
const isWide = (): boolean => matchMedia('(width >= 64rem)').matches

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

interface PassagesProps {
  answer: KnowledgeAnswer
  /** What was searched for; another search begins at its first passage. */
  query: string
}

/** What a search found, and the document at the place of the chosen passage: next to it, or over it where there is no room. */
export function Passages({ answer, query }: PassagesProps) {
  const { hits } = answer
  const list = useRef<HTMLOListElement>(null)
  const [choice, setChoice] = useState({ query, key: '' })
  const [isOpen, setOpen] = useState(false)
  const at = Math.max(0, choice.query === query ? hits.findIndex((one) => keyOf(one) === choice.key) : 0)
  const hit = hits[at]
  if (!hit) return null
  const choose = (one: KnowledgeHit) => setChoice({ query, key: keyOf(one) })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = KEYS[event.key]?.(at, hits.length - 1)
    const one = next === undefined ? undefined : hits[next]
    if (next === undefined || one === undefined) return
    event.preventDefault()
    choose(one)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const mostWords = Math.max(0, ...hits.map(({ words }) => words ?? 0))
  const passage = { ...hit, key: keyOf(hit) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Facts answer={answer} />
      <ol
        ref={list}
        aria-label={t('Passages')}
        onKeyDown={onKeyDown}
        className="grid content-start self-start overflow-hidden surface-card [&>*+*]:border-line [&>*+*]:border-t"
      >
        {hits.map((one, index) => (
          <Passage
            key={keyOf(one)}
            hit={one}
            number={index + 1}
            mostWords={mostWords}
            chosen={one === hit}
            onChoose={() => {
              choose(one)
              if (!isWide()) setOpen(true)
            }}
          />
        ))}
      </ol>
      <div className="grid max-h-[80vh] min-h-96 max-lg:hidden lg:sticky lg:top-4">
        <PassagePane passage={passage} />
      </div>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={<bdi className="wrap-anywhere">{hit.name}</bdi>} size="full">
          <div className="grid h-[calc(100dvh-8rem)] min-h-0">
            <PassagePane passage={passage} />
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** How long it took, in how much, and what the figures mean. */
function Facts({ answer: { searched, took_ms, mode } }: { answer: KnowledgeAnswer }) {
  const time = formatDuration(took_ms)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-muted lg:col-span-2">
      <p role="status" className="tabular-nums">
        {searched === 1
          ? t('Searched 1 passage in {time}', { time })
          : t('Searched {count} passages in {time}', { count: formatNumber(searched), time })}
      </p>
      <details className="max-w-[68ch] open:basis-full">
        <summary className="min-h-6 cursor-pointer hover:text-ink">{t('What the scores mean')}</summary>
        <div className="grid gap-1 py-1">
          <p>{WHAT_MATCH[mode]()}</p>
          {mode !== 'meaning' && (
            <p>{t('Words: how often your words are in the passage, and how rare they are elsewhere (BM25).')}</p>
          )}
          {mode !== 'words' && (
            <p>{t('Meaning: how close the passage is to your question, from 0 to 1 (cosine similarity).')}</p>
          )}
        </div>
      </details>
    </div>
  )
}

/** What 100 is, by how the search was answered. */
const WHAT_MATCH: Readonly<Record<KnowledgeAnswer['mode'], () => string>> = {
  hybrid: () => t('Match: 100 is first by words and first by meaning. It compares passages of one search only.'),
  words: () => t('Match: 100 is first by words. It compares passages of one search only.'),
  meaning: () => t('Match: 100 is first by meaning. It compares passages of one search only.'),
}

interface PassageProps {
  hit: KnowledgeHit
  number: number
  /** The highest figure by words in this search, which has the longest bar. */
  mostWords: number
  chosen: boolean
  onChoose: () => void
}

function Passage({ hit, number, mostWords, chosen, onChoose }: PassageProps) {
  const { name, page, headings, fit, words, words_rank, meaning, meaning_rank } = hit
  const match = Math.round(fit * 100)
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="grid w-full grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 gap-y-1.5 border-transparent border-l-3 py-3.5 pr-4 pl-3 text-left -outline-offset-2 hover:bg-hover aria-pressed:border-indigo aria-pressed:bg-indigo-soft"
      >
        <span aria-hidden="true" className="text-muted tabular-nums">
          {number}
        </span>
        <span className="flex items-start justify-between gap-3">
          <span className="flex min-w-0 flex-wrap items-center gap-1.5">
            <bdi className="wrap-anywhere font-medium">{name}</bdi>
            {page !== null && <Badge>{t('Page {number}', { number: page })}</Badge>}
          </span>
          <span className="inline-flex shrink-0 items-center gap-2 pt-0.5">
            <Bar share={fit} width="w-14" colour="bg-indigo" />
            <span className="sr-only">{t('Match {number} of 100', { number: match })}</span>
            <span aria-hidden="true" className="min-w-6 text-right font-semibold tabular-nums">
              {match}
            </span>
          </span>
        </span>
        <span className="col-start-2 grid gap-1.5">
          {headings.length > 0 && <span className="wrap-anywhere text-muted text-xs">{headings.join(' › ')}</span>}
          <Words excerpt={excerptOf(hit)} />
          <span className="mt-0.5 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs tabular-nums">
            {words !== null && (
              <Figure label={t('Words')} value={words.toFixed(1)} rank={words_rank} share={words / mostWords} />
            )}
            {meaning !== null && (
              <Figure label={t('Meaning')} value={meaning.toFixed(2)} rank={meaning_rank} share={meaning} />
            )}
          </span>
        </span>
      </button>
    </li>
  )
}

/** The beginning of what speaks of the search, its words marked. */
const Words = ({ excerpt }: { excerpt: Excerpt }) => (
  <span className="wrap-anywhere line-clamp-5 whitespace-pre-line">
    {excerpt.map(({ start, text, marked }) =>
      marked ? (
        <mark key={start} className="rounded-sm bg-marigold/35 text-ink">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </span>
)

interface FigureProps {
  label: string
  value: string
  rank: number | null
  share: number
}

const Figure = ({ label, value, rank, share }: FigureProps) => (
  <span className="inline-flex items-center gap-1.5">
    {label}
    <Bar share={share} width="w-8 max-sm:hidden" colour="bg-control" />
    <span className="text-ink">{value}</span>
    {rank !== null && <span>{t('rank {number}', { number: formatNumber(rank) })}</span>}
  </span>
)

const Bar = ({ share, width, colour }: { share: number; width: string; colour: string }) => (
  <span aria-hidden="true" className={`h-1.5 overflow-hidden rounded-full bg-line ${width}`}>
    <span
      className={`block h-full rounded-full ${colour}`}
      style={{ width: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }}
    />
  </span>
)
