import type { ReactNode } from 'react'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { categoryLabel } from '#web/parts/connectors/category-label.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface CatalogueFiltersProps {
  search: { label: string; placeholder: string }
  category: {
    value: string
    /** `count`: how many are in it, where that is known. */
    options: readonly { name: string; count?: number }[]
    onChange: (name: string) => void
  }
  only: { label: string; checked: boolean; onChange: (checked: boolean) => void }
  /** A further choice, in front of the checkbox. */
  children?: ReactNode
}

/** Finds things of a catalogue: by words, by category, and only some of them. */
export function CatalogueFilters({ search, category, only, children }: CatalogueFiltersProps) {
  const { value, options, onChange } = category
  // One that the other filters leave nothing of stays chosen.
  const offered = value === '' || options.some(({ name }) => name === value) ? options : [{ name: value }, ...options]
  return (
    <div
      className={`grid items-end gap-3 ${children ? 'sm:grid-cols-[minmax(0,1fr)_14rem_10rem_auto]' : 'sm:grid-cols-[minmax(0,1fr)_14rem_auto]'}`}
    >
      <TypedSearch param="search" label={search.label} placeholder={search.placeholder} />
      <Select
        label={t('Category')}
        hideLabel
        value={value}
        options={[
          { value: '', label: t('All categories') },
          ...offered.map(({ name, count }) => ({
            value: name,
            label: count === undefined ? categoryLabel(name) : `${categoryLabel(name)} (${formatNumber(count)})`,
          })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
      <div className="flex h-9 items-center">
        <Checkbox label={only.label} checked={only.checked} onChange={({ target }) => only.onChange(target.checked)} />
      </div>
    </div>
  )
}
