import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#web/api/use-session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { moneyPlacesOf } from './admin-places.ts'
import { Page } from './page.tsx'

/** Money, for admins: its places above, one of them below. */
export function MoneyFrame({
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
  const user = useUser()
  const places = user ? moneyPlacesOf(user.role) : []
  const here = places.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  return (
    <Page title={title} wide>
      <PageHeader title={title} actions={actions}>
        {intro}
      </PageHeader>
      <div className="mb-6">
        <Tabs
          label="Money"
          active={here?.key ?? ''}
          tabs={places.map(({ key, name, href }) => ({ key, label: name, href }))}
        />
      </div>
      {children}
    </Page>
  )
}
