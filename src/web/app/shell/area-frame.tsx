import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { t } from '#web/lib/language.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Page } from './page.tsx'

export interface FrameProps {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** An area of several places: they stand above, one of them below. */
export function AreaFrame({
  label,
  places,
  title,
  intro,
  actions,
  children,
}: FrameProps & { label: string; places: readonly { name: string; href: string }[] }) {
  const { pathname } = useLocation()
  const here = places.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  return (
    <Page title={title} wide>
      <PageHeader title={title} actions={actions}>
        {intro}
      </PageHeader>
      <div className="mb-6">
        <Tabs
          label={t(label)}
          active={here?.href ?? ''}
          tabs={places.map(({ name, href }) => ({ key: href, label: t(name), href }))}
        />
      </div>
      {children}
    </Page>
  )
}
