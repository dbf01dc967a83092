import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Role } from '#contract/core/access.ts'
import { openView } from '#web/api/acting/support-view.ts'
import { useAccountLanguage } from '#web/api/choose-language.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { SearchBox } from '#web/app/palette/search-box.tsx'
import { useNavigationLog } from '#web/app/router/navigation-log.ts'
import { brand } from '#web/lib/brand.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { listKeptRuns } from '#web/lib/run-token.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useStore } from '#web/lib/store.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { checkout } from '#web/parts/billing/checkout/open-checkout.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/mark.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { CollapseButton, NavigationList } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserActions, UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const ClaimRuns = optionalPart(
  () => import('#web/app/guards/claim-runs.tsx'),
  (m) => m.ClaimRuns,
)
/** Its code is fetched only where there is something to offer. */
const ClaimOffer = () =>
  openView() === null &&
  listKeptRuns().length > 0 && (
    <Suspense>
      <ClaimRuns />
    </Suspense>
  )

const CheckoutHost = optionalPart(
  () => import('#web/parts/billing/checkout/checkout-host.tsx'),
  (m) => m.CheckoutHost,
)

/** Opened from any page; its code comes with the first one. */
function Checkout() {
  return useStore(checkout) && <CheckoutHost />
}

/** Props of the designer's bar: it is at the top of the page and leaves room at its end for the bell. */
const IN_BAR = 'md:[--page-top:0px] md:[--bar-end:3rem]'

/** Wide or narrow, stored; in the designer, which needs the room, it starts narrow and is stored separately. */
function useSidebar(designer: boolean) {
  const inBrowser = useInBrowser()
  const [kept, setKept] = useState(() => ({ page: readStored('sidebar'), designer: readStored('sidebar.designer') }))
  // What is remembered is not known where pages are drawn: `public/theme.js` has made the sidebar narrow before the first paint.
  const collapsed = inBrowser && (designer ? kept.designer !== 'expanded' : kept.page === 'collapsed')
  const toggle = () => {
    const next = designer ? (collapsed ? 'expanded' : null) : collapsed ? null : 'collapsed'
    writeStored(designer ? 'sidebar.designer' : 'sidebar', next)
    setKept({ ...kept, [designer ? 'designer' : 'page']: next })
  }
  useLayoutEffect(() => {
    if (inBrowser) document.documentElement.dataset.side = collapsed ? 'narrow' : 'wide'
  }, [inBrowser, collapsed])
  return { collapsed, toggle }
}

interface LayoutProps {
  /** Null until it is known who is there. */
  user: SessionUser | null
  role: Role
  children: ReactNode
}

/** What the layout does for a person it knows, and does not show. */
function OfPerson({ user }: { user: SessionUser }) {
  useAccountLanguage(user)
  useNavigationLog(user)
  return null
}

/** §2.3: sidebar 256 or 64 px wide, a drawer below 768 px, the user menu, and the top bar. */
export function SignedInLayout({ user, role, children }: LayoutProps) {
  const { pathname, search, key } = useLocation()
  // The designer, its hub and the builder of agents fill the page.
  const canvas = pathname === '/workflows' || /^\/(?:workflows\/.|custom-agents\/[^/]+\/?$)/.test(pathname)
  const designer = canvas && new URLSearchParams(search).has('workflow')
  const { collapsed, toggle } = useSidebar(designer)
  return (
    <div className={`shell md:grid ${designer ? IN_BAR : ''}`}>
      <SkipLink />
      {user && <OfPerson user={user} />}
      <aside
        data-sidebar={collapsed ? 'collapsed' : 'expanded'}
        className="hidden border-line border-r bg-sunken md:block"
      >
        <div className="sticky top-0 flex h-[calc(100dvh-var(--bar-below,0px))] flex-col gap-3 p-3">
          <div className="flex items-center justify-between narrow:flex-col narrow:gap-2">
            <Link href={paths.home()} className="inline-flex min-h-9 items-center px-1.5">
              <span className="narrow:hidden">
                <Logo name={brand} />
              </span>
              <span className="hidden narrow:contents">
                <Logo name={brand} compact />
              </span>
            </Link>
            <CollapseButton collapsed={collapsed} onToggle={toggle} />
          </div>
          {user ? <WorkspaceSwitcher user={user} /> : <span className="h-9" />}
          <div className="min-h-0 grow overflow-y-auto">
            <NavigationList user={user} role={role} />
          </div>
          {user ? <UserMenu user={user} /> : <UserPlace />}
        </div>
      </aside>
      <div className="relative flex min-h-dvh min-w-0 flex-col">
        <header
          className={`sticky top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-paper px-4 sm:gap-3 ${designer ? 'md:absolute md:right-2 md:h-12 md:border-0 md:bg-transparent md:px-0' : 'md:px-6'}`}
        >
          <MobileDrawer key={key} user={user} role={role} />
          {!canvas && <TopBar role={role} />}
          <div className={canvas ? 'ml-auto' : ''}>
            <NoticeBell user={user?.id ?? null} />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className={`grow outline-none ${canvas ? '' : 'p-4 has-[>[data-loading]]:p-0 md:p-6 lg:p-8'}`}
        >
          {user && <ClaimOffer />}
          {children}
        </main>
        <Checkout />
      </div>
    </div>
  )
}

/** Where the menu of the person will be. */
const UserPlace = () => (
  <div aria-hidden="true" className="flex items-center gap-2.5 p-1.5 narrow:justify-center">
    <span className="size-[30px] shrink-0 rounded-full bg-hover" />
    <span className="grid h-[38px] grow content-center gap-1.5 narrow:hidden">
      <Skeleton className="h-3 w-24" />
      <Skeleton className="h-2.5 w-36" />
    </span>
  </div>
)

function TopBar({ role }: { role: Role }) {
  return (
    <>
      <SearchBox />
      <div className="flex items-center gap-2 first:ml-auto sm:ml-auto">
        <Badge>{roleName(role)}</Badge>
        <ThemeToggle />
      </div>
    </>
  )
}

/** Below 768 px. Keyed by the place in the history, so that it closes on every navigation. */
function MobileDrawer({ user, role }: Omit<LayoutProps, 'children'>) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)')
    const close = () => setOpen(false)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <div className="md:hidden">
      <IconButton label={t('Open navigation')} aria-expanded={open} onClick={() => setOpen(true)}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <Drawer open={open} onClose={() => setOpen(false)} title={<Logo name={brand} />}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {user && <WorkspaceSwitcher user={user} />}
          <NavigationList user={user} role={role} />
          {user && <UserActions user={user} />}
        </div>
      </Drawer>
    </div>
  )
}
