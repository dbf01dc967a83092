import { Search } from 'lucide-react'
import { EXECUTION_STATUSES, type ExecutionStatus, PRIORITIES, type Priority } from '#contract/runs/execution-states.ts'
import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useTypedSearch } from './use-typed-search.ts'

export interface RunsFilter {
  status: ExecutionStatus | null
  priority: Priority | null
  search: string
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const optionsOf = (all: string, names: readonly string[]) => [
  { value: 'all', label: all },
  ...names.map((value) => ({ value, label: capital(t(value)) })),
]

interface Props {
  /** Absent priority: it is not asked for. */
  filter: Omit<RunsFilter, 'priority'> & Partial<Pick<RunsFilter, 'priority'>>
  /** What the search is called, and what it looks at; absent: there is none. */
  search?: { label: string; placeholder: string }
  /** @param typed what is typed replaces the address, what is chosen adds one. */
  onChange: (change: Partial<RunsFilter>, typed: boolean) => void
}

/** What a list of runs is narrowed by. */
export function RunsFilters({ filter, search, onChange }: Props) {
  const { typed, onSubmit } = useTypedSearch(filter.search, (text) => onChange({ search: text }, true))
  return (
    <form className="flex flex-wrap gap-3" onSubmit={onSubmit}>
      <div className="w-40">
        <Select
          label={t('Status')}
          hideLabel
          value={filter.status ?? 'all'}
          options={optionsOf(t('Any status'), EXECUTION_STATUSES)}
          onChange={({ target }) =>
            onChange({ status: EXECUTION_STATUSES.find((one) => one === target.value) ?? null }, false)
          }
        />
      </div>
      {filter.priority !== undefined && (
        <div className="w-40">
          <Select
            label={t('Priority')}
            hideLabel
            value={filter.priority ?? 'all'}
            options={optionsOf(t('Any priority'), PRIORITIES)}
            onChange={({ target }) =>
              onChange({ priority: PRIORITIES.find((one) => one === target.value) ?? null }, false)
            }
          />
        </div>
      )}
      {search && (
        <div className="min-w-44 max-w-md grow">
          <TextField
            {...search}
            hideLabel
            type="search"
            name="search"
            icon={<Search aria-hidden="true" />}
            maxLength={200}
            defaultValue={filter.search}
            onChange={({ target }) => typed(target.value)}
          />
        </div>
      )}
    </form>
  )
}
