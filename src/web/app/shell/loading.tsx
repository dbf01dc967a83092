import { brand, pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { BrandPicture } from '#web/ui/mark.tsx'
import { Spin } from '#web/ui/spinner.tsx'

/** The whole page while it is not yet known who is there (§2.3). It appears late, so a quick answer never flashes it. */
export const LoadingLayout = () => (
  <main className="grid min-h-dvh place-items-center p-6">
    <title>{pageTitle(t('Loading'))}</title>
    <Loading />
  </main>
)

/** What a page shows in its shell until it has its code and its data. */
export const PageLoading = () => (
  <div data-loading className="grid justify-items-center gap-12 p-4 md:p-8">
    <span aria-hidden="true" className="block h-9 w-64 animate-live justify-self-start rounded-sm bg-line" />
    <Loading />
  </div>
)

const Loading = () => (
  <div role="status" className="grid animate-loading justify-items-center gap-4 text-center">
    <BrandPicture px={44} name={brand} />
    <p className="flex items-center gap-2 font-medium text-muted text-base uppercase tracking-wider">
      <Spin /> {t('Initializing')}
    </p>
    <h1 className="text-3xl">{t('Loading {product}', { product: brand })}</h1>
    <p className="text-muted">{t('Setting up your workspace and verifying your authentication.')}</p>
  </div>
)
