import { useCallback, useState } from 'react'
import type { Partner } from './claims.ts'

/** A partner's mark in one colour that suits both themes; its name in words when the picture fails. */
export function PartnerLogo({ partner: { name, logoPath, logoFallback, featured } }: { partner: Partner }) {
  const [failed, setFailed] = useState(false)
  // A picture of a drawn page may have failed before anybody listened.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }, [])
  return (
    <span className={`flex h-12 items-center justify-center ${featured ? 'opacity-90' : 'opacity-70'}`}>
      {failed ? (
        <span className="truncate font-semibold">{logoFallback}</span>
      ) : (
        <img
          ref={look}
          src={logoPath}
          alt={name}
          width={160}
          height={40}
          loading="lazy"
          onError={() => setFailed(true)}
          className="h-10 w-40 max-w-full object-contain dark:invert"
        />
      )}
    </span>
  )
}
