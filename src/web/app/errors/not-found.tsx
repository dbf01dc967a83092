import { ERROR_PAGE_TEXTS } from '#contract/platform/messages.ts'
import { brand, pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { BrandPicture } from '#web/ui/mark.tsx'

/** Any address without a page, and anything addressed that is not there or not one's own (§2.1). */
export function NotFound() {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-20 text-center">
      <title>{pageTitle(t(ERROR_PAGE_TEXTS.not_found))}</title>
      <BrandPicture px={44} name={brand} />
      <p className="font-medium text-muted text-base tabular-nums">404</p>
      <h1 className="text-3xl">{t(ERROR_PAGE_TEXTS.not_found)}</h1>
      <p className="text-muted">
        {t('There’s nothing at this address. It may have moved, or you may not have access.')}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <LinkButton href={paths.dashboard()} variant="primary">
          {t('Go to the dashboard')}
        </LinkButton>
        <LinkButton href={paths.marketplace()}>{t('Browse the marketplace')}</LinkButton>
      </div>
    </div>
  )
}
