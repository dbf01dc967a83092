import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { KnowledgeAnswer, KnowledgeHit, QuotedAnswer } from '#contract/knowledge/documents.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PassagePane } from '#web/viewer/passage-pane.tsx'
import { excerptSpan } from './excerpt.ts'
import { ExcerptText } from './excerpt-text.tsx'
import { type Quoted, QuotedSentences, quotedIn } from './quoted-sentences.tsx'

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
  found: KnowledgeAnswer & { answer: QuotedAnswer | null }
  /** What was searched for; another search begins at its answer, or at its first passage. */
  query: string
  /** An example of the product's own is a word or two, which nothing need answer. */
  isExample: boolean
}

/**
 * What answers a search, what it found, and the document at the place of the chosen sentence or passage: next to them, or over them where
 * there is no room.
 */
export function Passages({ found, query, isExample }: PassagesProps) {
  const { hits, answer } = found
  const list = useRef<HTMLOListElement>(null)
  const [choice, setChoice] = useState({ query, key: '', quoted: -1 })
  const [isOpen, setOpen] = useState(false)
  const quoted = answer === null ? [] : quotedIn(answer, hits)
  const isNew = choice.query !== query || choice.key === ''
  const sentence = quoted[isNew ? 0 : choice.quoted]
  const key = isNew && sentence ? keyOf(sentence.hit) : choice.key
  const at = Math.max(
    0,
    hits.findIndex((one) => keyOf(one) === key),
  )
  const hit = hits[at]
  if (!hit) return null
  const choose = (one: KnowledgeHit) => setChoice({ query, key: keyOf(one), quoted: -1 })
  const openIfNarrow = () => {
    if (!isWide()) setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = KEYS[event.key]?.(at, hits.length - 1)
    const one = next === undefined ? undefined : hits[next]
    if (next === undefined || one === undefined) return
    event.preventDefault()
    choose(one)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const mostWords = Math.max(0, ...hits.map(({ words }) => words ?? 0))
  const passage = passageOf(hit, sentence)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 self-start">
        {answer !== null && (quoted.length > 0 || !isExample) && (
          <QuotedSentences
            quoted={quoted}
            chosen={sentence}
            onChoose={(one) => {
              setChoice({ query, key: keyOf(one.hit), quoted: quoted.indexOf(one) })
              openIfNarrow()
            }}
          />
        )}
        <Facts answer={found} />
        <ol
          ref={list}
          aria-label={t('Passages')}
          onKeyDown={onKeyDown}
          className="grid content-start overflow-hidden surface-card [&>*+*]:border-line [&>*+*]:border-t"
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
                openIfNarrow()
              }}
            />
          ))}
        </ol>
      </div>
      <div className="grid h-[calc(100dvh-6rem)] max-h-[80vh] min-h-96 max-lg:hidden lg:sticky lg:top-4">
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

/** What the viewer marks: the sentence where one was chosen, else the whole passage. */
function passageOf(hit: KnowledgeHit, quoted: Quoted | undefined) {
  if (quoted === undefined) return { ...hit, key: keyOf(hit) }
  const { start, end } = quoted.sentence
  return { ...hit, key: `${keyOf(hit)} ${start}`, part: { start, end } }
}

/** How long it took, in how much, and what the figures mean. */
function Facts({ answer: { searched, took_ms, mode } }: { answer: KnowledgeAnswer }) {
  const time = formatDuration(took_ms)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-muted">
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
  const text = useId()
  return (
    <li
      className={`relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 gap-y-1.5 border-l-3 py-3.5 pr-4 pl-3 ${chosen ? 'border-indigo bg-indigo-soft' : 'border-transparent hover:bg-hover'}`}
    >
      <span aria-hidden="true" className="text-muted tabular-nums">
        {number}
      </span>
      <span className="flex items-start justify-between gap-3">
        {/* All of the passage answers a press; links in it lie above. */}
        <button
          type="button"
          aria-pressed={chosen}
          aria-describedby={text}
          onClick={onChoose}
          className="flex min-w-0 flex-wrap items-center gap-1.5 text-left outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-indigo"
        >
          <bdi className="wrap-anywhere font-medium">{name}</bdi>
          {page !== null && <Badge>{t('Page {number}', { number: page })}</Badge>}
          <span className="sr-only">{t('Match {number} of 100', { number: match })}</span>
        </button>
        <span aria-hidden="true" className="inline-flex shrink-0 items-center gap-2 pt-0.5">
          <Bar share={fit} width="w-14" colour="bg-indigo" />
          <span className="min-w-6 text-right font-semibold tabular-nums">{match}</span>
        </span>
      </span>
      <div className="col-start-2 grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {headings.length > 0 && <span className="wrap-anywhere text-muted text-xs">{headings.join(' › ')}</span>}
        <div id={text} className="overflow-hidden [&_a]:relative [&_a]:z-10">
          <ExcerptText hit={hit} span={excerptSpan(hit)} />
        </div>
        <span className="mt-0.5 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs tabular-nums">
          {words !== null && (
            <Figure label={t('Words')} value={words.toFixed(1)} rank={words_rank} share={words / mostWords} />
          )}
          {meaning !== null && (
            <Figure label={t('Meaning')} value={meaning.toFixed(2)} rank={meaning_rank} share={meaning} />
          )}
        </span>
      </div>
    </li>
  )
}

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
