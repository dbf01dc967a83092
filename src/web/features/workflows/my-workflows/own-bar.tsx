import { useNavigate } from 'react-router'
import { WORKFLOW_STAGES } from '#contract/workflows/workflow-list-values.ts'
import type { ListWorkflows, WorkflowFacets } from '#contract/workflows/workflows.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { stageTitles } from '#web/parts/workflows/stage.tsx'
import { triggerTitles } from '#web/parts/workflows/trigger-titles.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { type OwnState, ownAddress } from './own-state.ts'

interface StateChip {
  key: string
  label: string
  count: number
  chosen: boolean
  /** What the address says for it. */
  address: Pick<OwnState, 'stage' | 'failing'>
}

const ANY = { stage: null, failing: false }

/** The states that there are; the one that is chosen takes itself back. */
function stateChips({ stage, failing }: OwnState, { states, stages }: WorkflowFacets): StateChip[] {
  const ofStages = WORKFLOW_STAGES.map((one) => ({
    ...{ key: one, label: stageTitles()[one], count: stages[one], chosen: stage === one },
    address: stage === one ? ANY : { stage: one, failing: false },
  }))
  const all = { key: 'all', label: t('All'), count: states.all, chosen: stage === null && !failing, address: ANY }
  const failed = {
    ...{ key: 'failing', label: t('Last run failed'), count: states.failing, chosen: failing },
    address: failing ? ANY : { stage: null, failing: true },
  }
  return [all, ...[...ofStages, failed].filter(({ count, chosen }) => chosen || count > 0)]
}

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
          chips={stateChips(state, facets).map(({ count, address, ...chip }) => ({
            ...chip,
            count: formatNumber(count),
            href: ownAddress(state, address),
          }))}
        />
        {(facets.starts.length > 1 || state.starts !== null) && (
          <>
            <span aria-hidden="true" className="h-5 w-px bg-line max-xl:hidden" />
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
