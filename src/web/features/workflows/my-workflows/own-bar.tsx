import { useNavigate } from 'react-router'
import type { ListWorkflows, WorkflowFacets } from '#contract/workflows/workflows.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { triggerTitles } from '#web/parts/workflows/trigger-titles.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { type OwnState, ownAddress } from './own-state.ts'

const stateTexts = (): Record<ListWorkflows['state'], string> => ({
  all: t('All'),
  published: t('Published'),
  draft: t('Draft'),
  failing: t('Last run failed'),
})
const startsTexts = (): Record<NonNullable<ListWorkflows['starts']>, string> => ({
  manual: t('By hand'),
  ...triggerTitles(),
})

interface Props {
  state: OwnState
  facets: WorkflowFacets
}

/** Search, order and chips of one's workflows, all in the address. */
export function OwnBar({ state, facets }: Props) {
  const navigate = useNavigate()
  const states = (Object.keys(stateTexts()) as ListWorkflows['state'][]).filter(
    (key) => key === 'all' || key === state.state || facets.states[key] > 0,
  )
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_10.75rem] gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TypedSearch param="search" label={t('Search workflows')} placeholder={t('Search workflows')} />
        <Select
          label={t('Sort')}
          hideLabel
          value={state.sort}
          options={[
            { value: 'changed', label: t('Recently changed') },
            { value: 'run', label: t('Recently run') },
            { value: 'name', label: t('By name') },
          ]}
          onChange={({ target }) => void navigate(ownAddress(state, { sort: target.value as OwnState['sort'] }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterChips
          label={t('Status')}
          chips={states.map((key) => ({
            key,
            label: stateTexts()[key],
            chosen: key === state.state,
            count: formatNumber(facets.states[key]),
            href: ownAddress(state, { state: key === state.state ? 'all' : key }),
          }))}
        />
        {(facets.starts.length > 1 || state.starts !== null) && (
          <>
            <span aria-hidden="true" className="h-5 w-px bg-line max-sm:hidden" />
            <FilterChips
              label={t('Trigger')}
              chips={facets.starts.map(({ type, count }) => ({
                key: type,
                label: startsTexts()[type],
                chosen: type === state.starts,
                count: formatNumber(count),
                href: ownAddress(state, { starts: type === state.starts ? null : type }),
              }))}
            />
          </>
        )}
      </div>
    </div>
  )
}
