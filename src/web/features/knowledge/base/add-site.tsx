import { type FormEvent, useState } from 'react'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE, READ_AGAIN, type ReadAgain, SITE } from '#contract/knowledge/knowledge-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { HowOften } from './how-often.tsx'

const FIELDS = ['url', 'max_pages', 'max_depth']

/** NaN for an empty field too, so that it is refused by name. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

const useSiteForm = (base: KnowledgeId) => {
  const [url, setUrl] = useState('')
  const [pages, setPages] = useState(String(SITE.usual_pages))
  const [depth, setDepth] = useState(String(SITE.usual_depth))
  const [readAgain, setReadAgain] = useState<ReadAgain>('never')
  const add = useAction(async () => {
    const body = { url, max_pages: numberIn(pages), max_depth: numberIn(depth), read_again: readAgain }
    await call('addKnowledgeSite', { params: { id: base }, body }, { exact: true })
    // What was typed meanwhile stays.
    setUrl((now) => (now === url ? '' : now))
    await refresh('listKnowledgeSites')
  })
  const problemOf = (field: string): string | undefined =>
    add.error instanceof ApiError ? add.error.problems.find((one) => one.field === field)?.message : undefined
  return { url, setUrl, pages, setPages, depth, setDepth, readAgain, setReadAgain, add, problemOf }
}

/** Adds a website: its pages are read in the background. */
export function AddSite({ base }: { base: KnowledgeId }) {
  const { url, setUrl, pages, setPages, depth, setDepth, readAgain, setReadAgain, add, problemOf } = useSiteForm(base)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '') void add.run()
  }
  const isElsewhere = add.error !== null && !FIELDS.some(problemOf)
  return (
    <form onSubmit={submit} noValidate className="surface-card grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <TextField
        label={t('Add a website')}
        help={t('Reads the pages on this host and below this path that robots.txt allows')}
        type="url"
        inputMode="url"
        placeholder="https://example.com/docs/"
        maxLength={KNOWLEDGE.address}
        value={url}
        error={problemOf('url')}
        onChange={({ target }) => setUrl(target.value)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label={t('Page limit')}
          help={t('Up to {count}', { count: formatNumber(SITE.pages) })}
          type="number"
          inputMode="numeric"
          min={1}
          max={SITE.pages}
          value={pages}
          error={problemOf('max_pages')}
          onChange={({ target }) => setPages(target.value)}
        />
        <TextField
          label={t('Link depth')}
          help={t('0 reads the first page only')}
          type="number"
          inputMode="numeric"
          min={0}
          max={SITE.depth}
          value={depth}
          error={problemOf('max_depth')}
          onChange={({ target }) => setDepth(target.value)}
        />
        <HowOften label={t('Read again')} choices={READ_AGAIN} value={readAgain} onChange={setReadAgain} />
      </div>
      {isElsewhere && <Callout tone="bad">{friendly(add.error)}</Callout>}
      <div>
        <Button type="submit" size="sm" busy={add.busy && t('Adding...')} disabled={url.trim() === ''}>
          {t('Add website')}
        </Button>
      </div>
    </form>
  )
}
