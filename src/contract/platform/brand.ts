/** How an installation presents itself: its name, its logo and its accent colour. Plain data. */

export const BRAND = {
  name_chars: 40,
  /** Of an uploaded logo. */
  logo_bytes: 200_000,
  /** Each side of one, at least and at most. */
  least_px: 32,
  most_px: 4000,
  /** The longer side is at most this many times the shorter one. */
  most_ratio: 8,
  /** What a text has to have on what is behind it (WCAG 2.2, 1.4.3). */
  contrast: 4.5,
} as const

/** As `#rrggbb`, one for each theme. */
export interface Accent {
  light: string
  dark: string
}

export interface BrandLogo {
  /** Of its pictures; part of their addresses. */
  id: string
  /** Of the picture for pages, in pixels. */
  width: number
  height: number
  /** Whether the name is written next to it. */
  with_name: boolean
}

export interface Brand {
  name: string
  accent: Accent | null
  logo: BrandLogo | null
}

/** The picture for pages, and a square one of 512 pixels. Mail brings a picture of its own. */
export const logoPaths = ({ id }: Pick<BrandLogo, 'id'>) => ({
  page: `/brand/${id}.webp`,
  icon: `/brand/${id}-icon.png`,
})

export const ICON_PX = 512

/** How wide a logo is shown that is `px` high, in pixels: as `web/ui/mark.tsx` draws it. */
export const widthOfLogo = ({ width, height }: Pick<BrandLogo, 'width' | 'height'>, px: number): number =>
  Math.max(1, Math.round((px * width) / height))
