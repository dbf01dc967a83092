import { Pause, Play } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { whenQuiet } from '#web/lib/when-quiet.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { Partner } from './claims.ts'
import { PartnerLogo } from './partner-logo.tsx'

/** As wide as the slides, so that nothing jumps when the carousel takes over. */
const WIDTH =
  'w-[calc((100%-24px)/2)] sm:w-[calc((100%-64px)/3)] md:w-[calc((100%-120px)/4)] lg:w-[calc((100%-192px)/5)] xl:w-[calc((100%-280px)/6)]'

const StaticPartners = ({ partners }: { partners: readonly Partner[] }) => (
  <ul className="flex gap-6 overflow-hidden motion-reduce:flex-wrap sm:gap-8 md:gap-10 lg:gap-12 xl:gap-14">
    {partners.map((partner) => (
      <li key={partner.name} className={`shrink-0 ${WIDTH}`}>
        <PartnerLogo partner={partner} />
      </li>
    ))}
  </ul>
)

const PartnersCarousel = optionalPart(
  () => import('./partners-carousel.tsx'),
  (m) => m.PartnersCarousel,
  StaticPartners,
)

/** True once the page is idle and the element is near the viewport of a visitor who does not prefer reduced motion. */
function useMoves(area: RefObject<HTMLElement | null>): boolean {
  const [moves, setMoves] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && setMoves(true), {
      rootMargin: '300px',
    })
    const takeBack = whenQuiet(() => sight.observe(element))
    return () => {
      takeBack()
      sight.disconnect()
    }
  }, [area])
  return moves
}

/** §1, §9: the partners pass by, and can be stopped (WCAG 2.2.2). Under reduced motion all stand in rows, and nothing moves. */
export function Partners({ partners }: { partners: readonly Partner[] }) {
  const area = useRef<HTMLElement>(null)
  const moves = useMoves(area)
  const [stopped, setStopped] = useState(false)
  return (
    <section ref={area} aria-labelledby="partners" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="partners" className="text-base text-muted">
          {t('Partners')}
        </h2>
        {moves && (
          <IconButton
            label={stopped ? t('Play partner animation') : t('Pause partner animation')}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          </IconButton>
        )}
      </header>
      {moves ? (
        <Suspense fallback={<StaticPartners partners={partners} />}>
          <PartnersCarousel partners={partners} stopped={stopped} />
        </Suspense>
      ) : (
        <StaticPartners partners={partners} />
      )}
    </section>
  )
}
