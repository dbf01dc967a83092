import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'

export const PoweredBy = () => (
  <footer className="border-line border-t px-4 py-2 text-center text-muted text-base">
    {t('Powered by')}{' '}
    <a href="/" target="_blank" rel="noopener" className="text-indigo underline">
      {brand}
    </a>
  </footer>
)
