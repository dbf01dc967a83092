import { useEffect, useState } from 'react'
import type { Swiper as Carousel } from 'swiper'
import { Autoplay } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import 'swiper/css'
import { CAROUSEL } from './carousel.ts'
import type { Partner } from './claims.ts'
import { PartnerLogo } from './partner-logo.tsx'

export function PartnersCarousel({ partners, stopped }: { partners: readonly Partner[]; stopped: boolean }) {
  const [carousel, setCarousel] = useState<Carousel | null>(null)
  useEffect(() => {
    if (stopped) carousel?.autoplay.stop()
    else carousel?.autoplay.start()
  }, [carousel, stopped])
  return (
    <Swiper {...CAROUSEL} modules={[Autoplay]} wrapperTag="ul" onSwiper={setCarousel} className="w-full">
      {partners.map((partner) => (
        <SwiperSlide key={partner.name} tag="li">
          <PartnerLogo partner={partner} />
        </SwiperSlide>
      ))}
    </Swiper>
  )
}
