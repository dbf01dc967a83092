import type { HTMLAttributes, ReactNode } from 'react'
import { Link } from './link.tsx'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'article' | 'div' | 'li' | 'aside'
  /** Without padding. */
  flush?: boolean
  /** Above the cards of the page: the one artefact that a screen is about. */
  raised?: boolean
}

/** A surface above the page. `as` picks the element: a card about one thing in a list is an `article` or `li`. */
export function Card({ as: Element = 'section', flush, raised, className = '', ...props }: CardProps) {
  const surface = raised ? 'surface-raised' : 'surface-card'
  return <Element {...props} className={`${surface} ${flush ? '' : 'p-4 sm:p-5'} ${className}`} />
}

/** A card that is lifted under the pointer, because all of it can be pressed. */
export const LIFTS =
  'relative transition-[border-color,box-shadow] focus-within:border-indigo hover:border-control hover:shadow-raised'

export function CardHeader({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-3 last:mb-0">
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
    <Card as="article" className={`flex flex-col gap-3 ${LIFTS}`}>
      <h3 className="text-lg">
        <Link href={href} className="after:absolute after:inset-0 after:rounded-lg">
          {title}
        </Link>
      </h3>
      {children}
    </Card>
  )
}
