import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { countryOptions, nameOfCountry } from '#web/parts/workflows/models/countries.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'

export interface Places {
  countries: readonly string[] | null
  unknown_models: boolean
  unknown_apps: boolean
}

interface CountriesProps {
  places: Places
  onChange: (places: Places) => void
  error: string | undefined
}

/** Where data may be processed. */
export function Countries({ places, onChange, error }: CountriesProps) {
  const { countries } = places
  // A button adds it: who types the name passes others on the way.
  const [next, setNext] = useState('')
  const set = (chosen: Places['countries']) => onChange({ ...places, countries: chosen })
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 font-medium text-base">{t('Countries')}</legend>
      <Checkbox
        label={t('Allow all countries')}
        help={t(
          'Otherwise runs ask only AI models that process data in these. Where a model does is what its owner says: Chowk can’t check it. HTTP requests and emails of workflows aren’t covered.',
        )}
        checked={countries === null}
        onChange={(event) => set(event.target.checked ? null : [])}
      />
      {countries !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 ps-7">
          <ul className="grid gap-1">
            {countries.map((code) => (
              <li key={code} className="flex items-center gap-2">
                <span className="min-w-0 truncate">{nameOfCountry(code)}</span>
                <IconButton
                  label={t('Remove {name}', { name: nameOfCountry(code) })}
                  size="sm"
                  onClick={() => set(countries.filter((one) => one !== code))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-end gap-2">
            <div className="min-w-0 grow basis-48">
              <Select
                label={t('Add a country')}
                value={next}
                error={error}
                options={[
                  { value: '', label: t('Choose a country') },
                  ...countryOptions().filter(({ value }) => !countries.includes(value)),
                ]}
                onChange={(event) => setNext(event.target.value)}
              />
            </div>
            <Button
              disabled={next === ''}
              onClick={() => {
                set([...countries, next])
                setNext('')
              }}
            >
              {t('Add')}
            </Button>
          </div>
          <Checkbox
            label={t('AI models in unknown countries, too')}
            help={t('Those of which nobody has said where they process data, and models of credentials.')}
            checked={places.unknown_models}
            onChange={(event) => onChange({ ...places, unknown_models: event.target.checked })}
          />
          <Checkbox
            label={t('Apps, too')}
            help={t('Chowk doesn’t know in which countries apps process data. Without this, no app is used.')}
            checked={places.unknown_apps}
            onChange={(event) => onChange({ ...places, unknown_apps: event.target.checked })}
          />
        </div>
      )}
    </fieldset>
  )
}
