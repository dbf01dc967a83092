import { Heart } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { Link } from '#web/ui/link.tsx'
import type { HrefOf } from './marketplace-address.ts'

/** Leads to what the reader saved, under the same search and filters, and back. */
export default function Shelf({ href, chosen }: { href: HrefOf; chosen: boolean }) {
  return (
    <Link
      href={href({ saved: !chosen })}
      aria-current={chosen ? 'true' : undefined}
      className="inline-flex min-h-8 items-center gap-1.5 rounded border border-line px-2.5 text-ink hover:bg-hover aria-[current]:bg-indigo-soft aria-[current]:font-medium aria-[current]:text-indigo"
    >
      <Heart aria-hidden="true" className={`size-4 ${chosen ? 'fill-current' : ''}`} />
      {t('Saved')}
    </Link>
  )
}
