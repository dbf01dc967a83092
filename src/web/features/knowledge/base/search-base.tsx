import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CornerDownRight, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import type { KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import { KNOWLEDGE, type KnowledgeMode } from '#contract/knowledge/knowledge-values.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { documentsQuery } from './base-queries.ts'
import { MetadataFields, type MetadataRow, metadataOf } from './metadata-fields.tsx'
import { Passages } from './passages.tsx'

/** What each mode finds, in words. */
const FINDS: Readonly<Record<KnowledgeMode, () => string>> = {
  hybrid: () => t('Finds your words, and passages that mean the same.'),
  words: () => t('Finds passages with your words.'),
  meaning: () => t('Finds passages that mean the same, whatever their words.'),
}

interface ExamplesProps {
  examples: KnowledgeDetail['examples']
  chosen: string
  onAsk: (query: string) => void
}

/** What could be asked, from the documents of the base. */
const Examples = ({ examples, chosen, onAsk }: ExamplesProps) => (
  <section aria-label={t('Examples from these documents')} className="flex basis-full flex-wrap items-center gap-2">
    <span className="text-muted">{t('Ask about')}</span>
    {examples.map(({ query, document }) => (
      <button
        key={query}
        type="button"
        title={t('In {name}', { name: document })}
        aria-pressed={chosen === query}
        onClick={() => onAsk(query)}
        className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 text-left shadow-card hover:border-control aria-pressed:border-indigo aria-pressed:bg-indigo-soft aria-pressed:text-indigo"
      >
        <CornerDownRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
        <bdi className="wrap-anywhere">{query}</bdi>
      </button>
    ))}
  </section>
)

interface Asked {
  query: string
  mode: KnowledgeMode
  filter: KnowledgeMetadata
}

/**
 * What a search finds. Before one is asked, what the first example of the base finds: what a search does shows best on its own documents. An
 * example is answered by words, which asks no model and costs nothing.
 */
function useSearch(base: KnowledgeDetail, { query, mode, filter }: Asked) {
  const [example] = base.examples
  const isExample = query === ''
  const asked = isExample
    ? { query: example?.query ?? '', mode: 'words' as const, limit: 3, filter: {} }
    : { query, mode, limit: 10, filter }
  const { data, error, isFetching } = useQuery({
    queryKey: ['searchKnowledge', base.id, asked],
    queryFn: ({ signal }) =>
      call('searchKnowledge', { params: { id: base.id }, body: { ...asked, answer: true } }, { signal, exact: true }),
    enabled: asked.query !== '',
    placeholderData: keepPreviousData,
  })
  return { isExample, asked, data, error, isFetching }
}

/** Tries a search: the passages, and the document at the place of the chosen one. */
export function SearchBase({ base }: { base: KnowledgeDetail }) {
  const [text, setText] = useState('')
  const [mode, setMode] = useState<KnowledgeMode>('hybrid')
  const [query, setQuery] = useState('')
  const [rows, setRows] = useState<MetadataRow[]>([])
  const [filter, setFilter] = useState<KnowledgeMetadata>({})
  // What the newest documents have, for a choice: any name and value may be typed.
  const documents = useQuery(documentsQuery(base.id, 1))
  const known = (documents.data?.items ?? []).map(({ metadata }) => metadata)
  const wanted = metadataOf(rows)
  const { isExample, asked, data, error, isFetching } = useSearch(base, { query, mode, filter })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === null) return
    setFilter(wanted)
    setQuery(text.trim())
  }
  const ask = (wanted: string) => {
    setText(wanted)
    setFilter({})
    setRows([])
    setQuery(wanted)
  }
  const hits = data?.hits ?? []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-48">
          <TextField
            label={t('Search this knowledge base')}
            hideLabel
            placeholder={t('Ask a question')}
            icon={<Search aria-hidden="true" />}
            value={text}
            maxLength={KNOWLEDGE.query}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          busy={isFetching && !isExample && t('Searching...')}
          disabled={text.trim() === '' || wanted === null}
        >
          {t('Search')}
        </Button>
        {base.examples.length > 0 && <Examples examples={base.examples} chosen={query} onAsk={ask} />}
        <div className="flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Segmented
              label={t('Search mode')}
              value={mode}
              onChange={(next) => setMode(next as KnowledgeMode)}
              segments={[
                { value: 'hybrid', label: t('Both') },
                { value: 'words', label: t('Words') },
                { value: 'meaning', label: t('Meaning') },
              ]}
            />
            <p className="text-muted max-sm:sr-only">{FINDS[mode]()}</p>
          </div>
          <fieldset className={rows.length > 0 ? 'basis-full' : ''}>
            <legend className="sr-only">{t('Filters')}</legend>
            <MetadataFields value={rows} known={known} add={t('Add filter')} onChange={setRows} />
          </fieldset>
        </div>
      </form>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {data && !isExample && data.mode !== mode && !isFetching && (
        <Callout tone="neutral">
          {data.warning === null
            ? t('Answered by words: the meaning couldn’t be worked out just now.')
            : t('Answered by words. {reason}', { reason: data.warning })}
        </Callout>
      )}
      {isExample && hits.length > 0 && (
        <h2 className="mt-2 text-lg">{t('What a search for “{query}” finds', { query: asked.query })}</h2>
      )}
      {isExample && base.examples.length === 0 && (
        <EmptyState icon={<Search aria-hidden="true" />} title={t('Ask your documents')}>
          {t('You see the passages that workflows and agents would get, each at its place on the page.')}
        </EmptyState>
      )}
      {data && !isExample && hits.length === 0 && (
        <EmptyState title={t('No passages found')}>
          {t('Try other words, or add documents that answer this.')}
        </EmptyState>
      )}
      {data && hits.length > 0 && <Passages found={data} query={asked.query} isExample={isExample} />}
    </div>
  )
}
