import type { ReactNode } from 'react'
import { brand, pageTitle } from '#web/lib/brand.ts'
import { Card } from '#web/ui/card.tsx'
import { BrandPicture } from '#web/ui/mark.tsx'

/** The frame of the sign-in pages: the mark, the product, one task. */
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
    <div className="mx-auto grid w-full max-w-md content-start gap-5 px-4 py-10 sm:py-14">
      <title>{pageTitle(title)}</title>
      <div className="grid justify-items-center gap-2 text-center">
        <BrandPicture px={44} name={brand} />
        <p className="font-medium text-muted">Agent Marketplace</p>
      </div>
      <Card className="grid gap-5 sm:p-7">
        <header className="grid gap-1 text-center">
          <h1 className="text-3xl">{title}</h1>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </header>
        {children}
      </Card>
      {after && <p className="text-center text-muted">{after}</p>}
    </div>
  )
}
