import { Braces, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { isObject } from '#shared/json.ts'
import type { Change } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import { JsonControl } from './json-control.tsx'
import { MapField } from './map-field.tsx'
import { isFlat } from './map-rows.ts'

/** An object as rows of name and value, or any value as JSON. */
export function JsonOrRows(
  props: ControlProps & {
    path: string
    change: Change
    /** It takes objects alone. */
    object: boolean
  },
) {
  const { value, object, disabled, field } = props
  const nothing = value === undefined || value === null
  const [chosen, setChosen] = useState<'rows' | 'json' | null>(null)
  const fits = nothing || isObject(value)
  const inRows = fits && (chosen === null ? (nothing ? object : isFlat(value)) : chosen === 'rows')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {inRows ? <MapField {...props} /> : <JsonControl {...props} />}
      <div>
        <Button
          size="sm"
          variant="ghost"
          disabled={disabled}
          icon={inRows ? <Braces aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
          reason={fits ? undefined : t('Rows need one object')}
          aria-label={
            inRows
              ? t('Write {title} as JSON', { title: field.title })
              : t('Write {title} as rows', { title: field.title })
          }
          onClick={() => setChosen(inRows ? 'json' : 'rows')}
        >
          {inRows ? t('As JSON') : t('As rows')}
        </Button>
      </div>
    </div>
  )
}
