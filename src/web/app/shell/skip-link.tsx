import { t } from '#web/lib/language.ts'

export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded bg-surface px-4 py-2 font-medium shadow-raised focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t('Skip to content')}
    </a>
  )
}
