/** The partners carousel as §9 has it, in Swiper's words. Swiper inherits no spacing, so each step repeats its own. */
import type { SwiperOptions } from 'swiper/types'
import { LIMITS } from '#contract/limits.ts'

const { autoplay_ms, speed_ms, loop, slides, spacing_px, breakpoints } = LIMITS.carousel

export const CAROUSEL = {
  // It goes on after a press, and stands still under the pointer; the button beside it stops it for good.
  autoplay: { delay: autoplay_ms, disableOnInteraction: false, pauseOnMouseEnter: true },
  speed: speed_ms,
  loop,
  slidesPerView: slides,
  spaceBetween: spacing_px,
  breakpoints: Object.fromEntries(
    breakpoints.map((step) => [step.from_px, { slidesPerView: step.slides, spaceBetween: step.spacing_px }]),
  ),
} satisfies SwiperOptions
