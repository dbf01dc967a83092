import { t } from '#web/lib/language.ts'

/** A turning arc for inside a button; it says nothing to a screen reader, the button's text does. */
export function Spin({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={`animate-turn ${className}`}>
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M8 2a6 6 0 0 1 6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** The fallback of a page still on its way (§2.1). */
export function Spinner({ label = t('Loading...') }: { label?: string }) {
  return (
    <div role="status" className="flex animate-late items-center justify-center gap-3 p-8 text-muted">
      <Spin className="size-5" />
      <span>{label}</span>
    </div>
  )
}
