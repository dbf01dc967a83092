import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#web/api/use-session.ts'
import { type AdminGroup, activePlace, findAdminGroups } from '#web/app/router/admin-places.ts'
import { t } from '#web/lib/language.ts'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Page } from './page.tsx'

interface Props {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page of the admin area: the other pages of it at its side, or above it on a narrow screen. */
export function AdminFrame({ title, intro, actions, children }: Props) {
  const user = useUser()
  const { pathname } = useLocation()
  const groups = user ? findAdminGroups(user.role) : []
  const here = activePlace(
    groups.flatMap(({ places }) => places),
    pathname,
  )
  return (
    <Page title={title} wide>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 xl:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label={t('Administration')} className="max-xl:hidden">
          <div className="sticky top-4">
            <Places groups={groups} active={here?.key ?? null} />
          </div>
        </nav>
        {/* The key closes the list when another place was chosen from it. */}
        <details key={pathname} className="group surface-card xl:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 px-3 font-medium">
            {here ? t(here.name) : t('Administration')}
            <ChevronDown aria-hidden="true" className="size-4 text-muted group-open:rotate-180" />
          </summary>
          <nav aria-label={t('Administration')} className="border-line border-t p-3">
            <Places groups={groups} active={here?.key ?? null} />
          </nav>
        </details>
        <div className="min-w-0">
          <PageHeader title={title} actions={actions}>
            {intro}
          </PageHeader>
          {children}
        </div>
      </div>
    </Page>
  )
}

const Places = ({ groups, active }: { groups: readonly AdminGroup[]; active: string | null }) => (
  <ul className="grid gap-4 max-xl:grid-cols-2 max-xl:sm:grid-cols-3">
    {groups.map(({ name, places }) => (
      <li key={name}>
        <p className="mb-1 px-2 text-muted text-xs">{t(name)}</p>
        <ul className="grid gap-0.5">
          {places.map(({ key, name: place, href }) => (
            <li key={key}>
              <Link
                href={href}
                aria-current={key === active ? 'page' : undefined}
                className="flex min-h-8 items-center rounded px-2 text-muted text-base hover:bg-hover hover:text-ink aria-[current]:bg-indigo-soft aria-[current]:text-indigo"
              >
                {t(place)}
              </Link>
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
