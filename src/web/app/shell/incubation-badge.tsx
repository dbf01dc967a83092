import { INCUBATION } from '#contract/platform/company.ts'
import { t } from '#web/lib/language.ts'

/** §1: the badge of incubation and startup support: a seedling under a roof, drawn for this product. */
export function IncubationBadge() {
  if (INCUBATION === null) return null
  return (
    <p className="mt-2 inline-flex w-fit items-center gap-2.5 surface-card py-1.5 pr-3 pl-2 text-base">
      <svg viewBox="0 0 32 32" width={28} height={28} fill="none" aria-hidden="true" className="shrink-0">
        <path
          d="M3 13.5 16 4l13 9.5"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M16 28v-9" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
        <path d="M16 21c0-4 2.5-6.5 7.5-6.5C23.5 19 21 21 16 21Z" fill="var(--marigold)" />
        <path d="M16 24c0-3.5-2.2-5.5-6.5-5.5C9.5 22.5 11.7 24 16 24Z" fill="currentColor" />
        <path d="M7 28h18" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
      <span className="grid leading-tight">
        <span className="font-medium">{t(INCUBATION.title)}</span>
        <span className="text-muted text-xs">{t(INCUBATION.detail)}</span>
      </span>
    </p>
  )
}
