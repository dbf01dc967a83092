import { useEffect, useRef, useState } from 'react'
import type { Swiper as Carousel } from 'swiper'
import { Swiper, SwiperSlide } from 'swiper/react'
import 'swiper/css'
import { LIMITS } from '#contract/core/limits.ts'
import { CAROUSEL } from './carousel.ts'
import type { Partner } from './claims.ts'
import { PartnerLogo } from './partner-logo.tsx'

/** One slide on, at every turn. Swiper's own autoplay asks for every frame of the page meanwhile, which a phone pays for. */
function useAutoAdvance(carousel: Carousel | null, paused: boolean): void {
  useEffect(() => {
    if (!carousel || paused) return
    const timer = setInterval(() => document.hidden || carousel.slideNext(), LIMITS.carousel.autoplay_ms)
    return () => clearInterval(timer)
  }, [carousel, paused])
}

/** They pass by while they are in sight and no pointer rests on them. */
export function PartnersCarousel({ partners, stopped }: { partners: readonly Partner[]; stopped: boolean }) {
  const area = useRef<HTMLDivElement>(null)
  const [carousel, setCarousel] = useState<Carousel | null>(null)
  const [seen, setSeen] = useState(false)
  const [held, setHeld] = useState(false)
  useAutoAdvance(carousel, stopped || held || !seen)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const sight = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true))
    sight.observe(element)
    return () => sight.disconnect()
  }, [])
  return (
    <div
      ref={area}
      onPointerEnter={({ pointerType }) => setHeld(pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      className="contain-content"
    >
      <Swiper {...CAROUSEL} wrapperTag="ul" onSwiper={setCarousel} className="w-full">
        {partners.map((partner) => (
          <SwiperSlide key={partner.name} tag="li">
            <PartnerLogo partner={partner} />
          </SwiperSlide>
        ))}
      </Swiper>
    </div>
  )
}
