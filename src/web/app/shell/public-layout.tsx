import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { safeNext } from '#web/app/guards/next.ts'
import { SearchBox } from '#web/app/palette/search-box.tsx'
import { brand } from '#web/lib/brand.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/mark.tsx'
import { SiteNavigation } from './site-navigation.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

// Below the fold of nearly every page; its place is kept until it is there.
const Footer = optionalPart(
  () => import('./footer.tsx'),
  (m) => m.Footer,
)

// One element for every render: React removes a drawn part that it renders again before its code is there, and a press on it with it.
const footer = (
  <div className="flex min-h-80 flex-col">
    <Suspense>
      <Footer />
    </Suspense>
  </div>
)

/** The page a user signs in from, or the one a sign-in page was opened for. The home page is not worth returning to. */
function useNext(): string | null {
  const { pathname, search } = useLocation()
  // Pages are drawn without their query: the first paint in the browser must be the same.
  const inBrowser = useInBrowser()
  if (!inBrowser || pathname === paths.home()) return null
  const here = pathname + search
  return safeNext(here, 'https://here.invalid') ?? new URLSearchParams(search).get('next')
}

/** §2.3: the fixed header with logo, Marketplace, search, theme, Login and Sign Up, and the footer. The other places are ours. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const next = useNext()
  // The one strong button of the home page is its sample.
  const isHome = useLocation().pathname === paths.home()
  return (
    <div className="flex min-h-dvh flex-col pt-14">
      <SkipLink />
      <header className="fixed inset-x-0 top-0 z-30 h-14 border-line border-b bg-paper print:hidden">
        <div className="mx-auto flex h-full max-w-7xl items-center gap-1 px-4 sm:gap-3 sm:px-6">
          <Link href={paths.home()} className="mr-auto inline-flex min-h-6 items-center md:mr-2">
            <Logo name={brand} />
          </Link>
          <SiteNavigation />
          <div className="flex min-w-0 grow items-center justify-end gap-1 sm:gap-2">
            <SearchBox />
            <ThemeToggle />
          </div>
          <LinkButton href={paths.login(next)} variant="ghost" size="sm" className="max-sm:px-1.5">
            {t('Login')}
          </LinkButton>
          <LinkButton
            href={paths.register(next)}
            variant={isHome ? 'secondary' : 'strong'}
            size="sm"
            className="max-sm:px-2.5"
          >
            {t('Sign Up')}
          </LinkButton>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      {footer}
    </div>
  )
}
