import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Page } from './page.tsx'
import { SELLER_SECTIONS } from './seller-sections.ts'

/** The seller area: its sections above, one of them below. */
export function SellerFrame({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <Page title={title} wide>
      <PageHeader title={title} actions={actions}>
        {intro}
      </PageHeader>
      <nav aria-label="Seller area" className="mb-6 overflow-x-auto border-line border-b">
        <ul className="flex gap-1">
          {SELLER_SECTIONS.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}
                className="inline-flex h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted -outline-offset-2 hover:text-ink aria-[current]:border-indigo aria-[current]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  )
}
