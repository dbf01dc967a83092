import type { ReactNode } from 'react'
import { brand, pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { BrandPicture } from '#web/ui/mark.tsx'
import { WhatYouGet } from './what-you-get.tsx'

/** The frame of the sign-in pages: one task, and from 1,024 px on what it leads to at its side. */
export function AuthCard({
  title,
  subtitle,
  children,
  after,
}: {
  title: string
  subtitle?: string
  children: ReactNode
  after?: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-7xl grow grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <title>{pageTitle(title)}</title>
      <div className="mx-auto grid w-full max-w-md content-center gap-5 px-4 py-10 sm:py-14 lg:px-6">
        <div className="flex items-center gap-3">
          <BrandPicture px={44} name={brand} />
          <p className="font-medium text-muted">{t('Agent Marketplace')}</p>
        </div>
        <header className="grid gap-1">
          <h1 className="text-3xl">{title}</h1>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </header>
        <div className="grid gap-5">{children}</div>
        {after && <p className="text-muted">{after}</p>}
      </div>
      <WhatYouGet />
    </div>
  )
}
