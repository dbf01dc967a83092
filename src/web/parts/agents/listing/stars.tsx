import { Star } from 'lucide-react'
import { useId } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

const FIVE = [1, 2, 3, 4, 5] as const

/** A rating from 1 to 5 as stars, filled as far as it goes. */
export function Stars({ rating, size = 'size-4' }: { rating: number; size?: string }) {
  const row = (className: string) => (
    <span className={`flex w-max ${className}`}>
      {FIVE.map((star) => (
        <Star key={star} aria-hidden="true" className={`${size} shrink-0 fill-current`} />
      ))}
    </span>
  )
  return (
    <span
      role="img"
      aria-label={t('{rating} of 5 stars', { rating: formatNumber(rating) })}
      className="relative inline-block align-middle"
    >
      {row('text-line')}
      <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${(rating / 5) * 100}%` }}>
        {row('text-marigold-edge')}
      </span>
    </span>
  )
}

const words = () => ['', t('Bad'), t('Poor'), t('Fair'), t('Good'), t('Excellent')] as const

/** One to five stars to choose from: arrow keys move between them. */
export function StarsField({
  value,
  error,
  onChange,
}: {
  /** 0 before a choice. */
  value: number
  error?: string | undefined
  onChange: (stars: number) => void
}) {
  const name = useId()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="grid gap-1">
      <legend className="mb-1 font-medium">{t('Stars')}</legend>
      <div className="flex items-center gap-3">
        <span className="flex">
          {FIVE.map((star) => (
            <label
              key={star}
              className={`grid size-9 cursor-pointer place-items-center rounded has-focus-visible:outline-2 has-focus-visible:outline-indigo ${star <= value ? 'text-marigold-edge' : 'text-control'}`}
            >
              <input
                type="radio"
                name={name}
                value={star}
                checked={star === value}
                aria-label={t('{star} of 5: {word}', { star, word: words()[star] ?? '' })}
                onChange={() => onChange(star)}
                className="sr-only"
              />
              <Star aria-hidden="true" className={`size-6 ${star <= value ? 'fill-current' : ''}`} />
            </label>
          ))}
        </span>
        <span className="text-muted">{words()[value]}</span>
      </div>
      {error && (
        <p id={`${name}-error`} className="text-bad text-base">
          {error}
        </p>
      )}
    </fieldset>
  )
}
