import type { Color } from '#graph/document.ts'
import { t } from '#web/lib/language.ts'
import { SHADE_CLASSES, SHADE_NAMES, SHADES } from './colors.ts'

/** The colours something can have, as buttons; null is the plain one. */
export function ShadeChoice({
  label,
  color,
  onChoose,
}: {
  label: string
  color: Color | undefined
  onChoose: (color: Color | null) => void
}) {
  return (
    <fieldset aria-label={label} className="inline-flex gap-1">
      {SHADES.map((shade) => (
        <button
          key={shade}
          type="button"
          title={t(SHADE_NAMES[shade])}
          aria-label={t(SHADE_NAMES[shade])}
          aria-pressed={shade === (color ?? 'plain')}
          onClick={() => onChoose(shade === 'plain' ? null : shade)}
          className="nodrag grid size-6 place-items-center rounded-sm hover:bg-hover aria-pressed:ring-2 aria-pressed:ring-indigo"
        >
          <span aria-hidden="true" className={`size-4 rounded-sm border ${SHADE_CLASSES[shade]}`} />
        </button>
      ))}
    </fieldset>
  )
}
