/** The partners carousel as §9 has it, in Swiper's words. Swiper inherits no spacing, so each step repeats its own. */
import type { SwiperOptions } from 'swiper/types'
import { LIMITS } from '#contract/core/limits.ts'

const { speed_ms, loop, slides, spacing_px, breakpoints } = LIMITS.carousel

export const CAROUSEL = {
  speed: speed_ms,
  loop,
  slidesPerView: slides,
  spaceBetween: spacing_px,
  breakpoints: Object.fromEntries(
    breakpoints.map((step) => [step.from_px, { slidesPerView: step.slides, spaceBetween: step.spacing_px }]),
  ),
} satisfies SwiperOptions
