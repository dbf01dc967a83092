import { useState } from 'react'
import { type BrandLogo, brandLogo } from '#web/lib/brand.ts'

const SIZES = { sm: 20, md: 26, lg: 36, xl: 52 } as const

/** Every height that a logo is shown in, in pixels. */
export const LOGO_SIZES = [20, 26, 36, 44, 52] as const

/** Four paths meeting in a square. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true" className="shrink-0">
      <path d="M16 2v7M30 16h-7M16 30v-7M2 16h7" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
      <rect x="10.5" y="10.5" width="11" height="11" rx="2.5" fill="var(--marigold)" />
    </svg>
  )
}

/** Our mark where there is no logo of the operator. A logo that can't be loaded becomes a tile with the first letter (§2.3). */
export function BrandPicture({ px, name, logo = brandLogo, square = false }: BrandPictureProps) {
  const [failed, setFailed] = useState(false)
  if (logo === null) return <Mark size={px} />
  if (failed)
    return (
      <span
        aria-hidden="true"
        className="grid shrink-0 place-items-center rounded-sm bg-marigold font-bold text-on-marigold"
        style={{ width: px, height: px, fontSize: px * 0.6 }}
      >
        {name.charAt(0).toUpperCase()}
      </span>
    )
  const [src, width] = square ? [logo.icon, px] : [logo.page, Math.max(1, Math.round((px * logo.width) / logo.height))]
  return <LogoImage src={src} width={width} px={px} onError={() => setFailed(true)} />
}

interface BrandPictureProps {
  px: (typeof LOGO_SIZES)[number]
  name: string
  logo?: BrandLogo | null
  /** Where there is no room for a wide one. */
  square?: boolean
}

interface LogoImageProps {
  src: string
  width: number | string
  px: number
  onError?: () => void
}

/** Also drawn at build time, for the server to put in the place of our mark. */
export const LogoImage = ({ src, width, px, onError }: LogoImageProps) => (
  <img
    // On a page that was drawn by the server it may have failed before React was there to hear of it.
    ref={(image) => {
      if (image?.complete && image.naturalWidth === 0) onError?.()
    }}
    src={src}
    alt=""
    width={width}
    height={px}
    className="shrink-0 object-contain object-left max-sm:max-w-20"
    onError={onError}
  />
)

interface LogoProps {
  name: string
  size?: keyof typeof SIZES
  logo?: BrandLogo | null
  compact?: boolean
  /** The name is part of the picture. Pages hide it by the style that the server writes. */
  nameHidden?: boolean
}

/** The picture and the name. */
export function Logo({ name, size = 'md', logo = brandLogo, compact = false, nameHidden = false }: LogoProps) {
  const px = SIZES[size]
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandPicture px={px} name={name} logo={logo} square={compact} />
      {compact || nameHidden ? (
        <span className="sr-only">{name}</span>
      ) : (
        <span className="brand-name font-semibold tracking-tight" style={{ fontSize: Math.max(16, px * 0.72) }}>
          {name}
        </span>
      )}
    </span>
  )
}
