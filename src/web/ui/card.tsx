import type { HTMLAttributes, ReactNode } from 'react'
import { Link } from './link.tsx'

/** A framed surface. `as` picks the element: a card that stands for a thing in a list is an `article` or `li`. */
export function Card({
  as: Element = 'section',
  flush,
  className = '',
  ...props
}: HTMLAttributes<HTMLElement> & { as?: 'section' | 'article' | 'div' | 'li' | 'aside'; flush?: boolean }) {
  return (
    <Element {...props} className={`rounded border border-line bg-surface ${flush ? '' : 'p-4 sm:p-5'} ${className}`} />
  )
}

export function CardHeader({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
      <div>
        <h2 className="text-lg">{title}</h2>
        {children && <p className="mt-0.5 text-muted">{children}</p>}
      </div>
      {aside}
    </header>
  )
}

/** A card that is one link: the whole surface answers, the title carries the name. */
export function LinkCard({ href, title, children }: { href: string; title: ReactNode; children: ReactNode }) {
  return (
    <Card
      as="article"
      className="relative flex flex-col gap-3 transition-colors duration-100 focus-within:border-indigo hover:border-control"
    >
      <h3 className="text-lg">
        <Link href={href} className="after:absolute after:inset-0 after:rounded">
          {title}
        </Link>
      </h3>
      {children}
    </Card>
  )
}
