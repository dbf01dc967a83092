import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { Link } from '#web/ui/link.tsx'

interface Place {
  name: string
  href: string
}

export const SITE_PLACES: readonly Place[] = [
  { name: 'Marketplace', href: paths.marketplace() },
  { name: 'Pricing', href: paths.pricing() },
  { name: 'Docs', href: paths.docs() },
]

/** The pages of categories, by the people they are for. */
export const SOLUTIONS = [
  { category: 'healthcare', name: 'Healthcare', text: 'Code notes, structure summaries, mask identities' },
  { category: 'legal', name: 'Legal', text: 'Review contracts and agreements, clause by clause' },
  { category: 'document-processing', name: 'Documents', text: 'Read reports and invoices, and ask them questions' },
  { category: 'finance', name: 'Finance', text: 'Read statements, check totals, sort payments' },
  { category: 'customer-service', name: 'Customer service', text: 'Answer from your own pages, sort tickets' },
] as const

const ENTRY = 'inline-flex min-h-9 items-center gap-1 rounded px-2.5 font-medium hover:bg-hover'

/** The places of the public site: a row of links from 768 px, behind one button below. */
export function SiteNavigation() {
  return (
    <nav aria-label={t('Site')} className="contents">
      <div className="hidden items-center md:flex">
        {SITE_PLACES.map(({ name, href }) => (
          <Link key={href} href={href} className={ENTRY}>
            {t(name)}
          </Link>
        ))}
        <Opening
          label={
            <>
              {t('Solutions')}
              <ChevronDown aria-hidden="true" className="size-4 text-muted" />
            </>
          }
          className={ENTRY}
        >
          <Solutions />
        </Opening>
      </div>
      <Opening
        label={
          <>
            <MenuIcon aria-hidden="true" className="size-5" />
            <span className="sr-only">{t('Menu')}</span>
          </>
        }
        className="order-last inline-grid size-9 place-items-center rounded hover:bg-hover md:hidden"
        frame="md:hidden"
      >
        <ul className="mb-2 grid border-line border-b pb-2">
          {SITE_PLACES.map(({ name, href }) => (
            <li key={href}>
              <Link href={href} className="flex min-h-11 items-center rounded px-2.5 font-medium hover:bg-hover">
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
        <Solutions />
      </Opening>
    </nav>
  )
}

const Solutions = () => (
  <ul aria-label={t('Solutions')} className="grid gap-0.5">
    {SOLUTIONS.map(({ category, name, text }) => (
      <li key={category}>
        <Link
          href={paths.category(category)}
          className="flex min-h-11 items-center gap-3 rounded px-2.5 py-1.5 hover:bg-hover"
        >
          <CategoryGlyph category={category} size="sm" />
          <span className="grid">
            <span className="font-medium">{t(name)}</span>
            <span className="text-muted text-xs">{t(text)}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

interface OpeningProps {
  label: ReactNode
  className: string
  /** Of the sheet that opens. */
  frame?: string
  children: ReactNode
}

/** A button that opens a sheet of links under the bar. Escape, a press elsewhere, leaving it and following a link close it. */
function Opening({ label, className, frame = '', children }: OpeningProps) {
  const { pathname } = useLocation()
  // Open at one place: on the next page it is closed.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const sheet = useId()
  useEffect(() => {
    if (!open) return
    const over = new AbortController()
    const { signal } = over
    const isInside = (target: EventTarget | null) => target instanceof Node && area.current?.contains(target)
    const close = () => setOpenAt(null)
    document.addEventListener('pointerdown', ({ target }) => !isInside(target) && close(), { signal })
    document.addEventListener('focusin', ({ target }) => !isInside(target) && close(), { signal })
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        close()
        button.current?.focus()
      },
      { signal },
    )
    return () => over.abort()
  }, [open])
  return (
    <div ref={area} className="contents sm:relative sm:block">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? sheet : undefined}
        onClick={() => setOpenAt(open ? null : pathname)}
        className={className}
      >
        {label}
      </button>
      {open && (
        <div
          id={sheet}
          className={`absolute inset-x-3 top-13 z-40 animate-rise surface-raised p-2 sm:inset-x-auto sm:top-11 sm:w-84 sm:max-md:right-0 md:left-0 ${frame}`}
        >
          {children}
        </div>
      )}
    </div>
  )
}
