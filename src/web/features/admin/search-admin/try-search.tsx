import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SearchTrial } from '#contract/admin/search-admin.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export const trialQuery = (search: string) => q('trySearch', { query: { search } })

const WAYS: Record<SearchTrial['way'], string> = {
  written: 'All words were found as written.',
  corrected: 'All words were found after correcting their spelling.',
  some: 'Most words were found.',
  any: 'At least one word was found.',
  likeness: 'No words were found. Agents with similar names are shown.',
}
const MEANINGS: Record<SearchTrial['meaning'], string> = {
  not_asked: 'Semantic search wasn’t needed.',
  asked: 'Semantic search was used.',
  late: 'Semantic search is still being prepared. Try again in a moment.',
  none: 'Semantic search wasn’t available.',
}
const REASONS = { name: 'Name', words: 'Words', meaning: 'Semantic' } as const
/** How often a late meaning is asked for again. */
const AGAIN_MS = 700

/** What the marketplace makes of a search. */
export function TrySearch({ tried }: { tried: string }) {
  const [search, setSearch] = useState(tried)
  const navigate = useNavigate()
  const { data, error } = useQuery({
    ...trialQuery(tried),
    enabled: tried !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.data?.meaning === 'late' && state.dataUpdateCount < 10 ? AGAIN_MS : false),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(paths.adminSearch({ try: search.trim() || null }), { preventScrollReset: true })
  }
  return (
    <section aria-labelledby="try" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="try" className="text-xl">
        Test a search
      </h2>
      <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField
          label="Search"
          maxLength={200}
          icon={<Search aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button type="submit" variant="primary">
          Try
        </Button>
      </form>
      {tried !== '' && error && (
        <p role="alert" className="text-bad">
          {friendly(error)}
        </p>
      )}
      {tried !== '' && !data && !error && <Spinner label="Searching" />}
      {data && <Trial trial={data} />}
    </section>
  )
}

function Trial({ trial: { way, parts, meaning, total, hits } }: { trial: SearchTrial }) {
  return (
    <div className="grid gap-4" role="status">
      <div className="grid gap-1">
        <p>{WAYS[way]}</p>
        <p>{MEANINGS[meaning]}</p>
      </div>
      {parts.length > 0 && (
        <ul aria-label="Words" className="grid gap-2">
          {parts.map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand in a search twice
            <li key={i} className="wrap-anywhere">
              <bdi className="font-medium">{part.said}</bdi>
              {part.near.length > 0 && <span className="text-muted"> · corrected to {part.near.join(', ')}</span>}
              {part.also.length > 0 && <span className="text-muted"> · synonym {part.also.join(', ')}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-2">
        <h3 className="text-lg">{total === 1 ? '1 agent' : `${total} agents`}</h3>
        <ol className="grid gap-1">
          {hits.map(({ id, slug, name, reason, nearness }) => (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <TextLink href={paths.agent(slug)}>{name}</TextLink>
              <Badge tone={reason === 'meaning' ? 'selected' : 'neutral'}>{REASONS[reason]}</Badge>
              {nearness !== null && (
                <span className="text-muted text-xs tabular-nums">nearness {nearness.toFixed(2)}</span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
