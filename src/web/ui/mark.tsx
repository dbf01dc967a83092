import { useState } from 'react'

const SIZES = { sm: 20, md: 26, lg: 36, xl: 52 } as const

/** Four paths meeting in a square. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true" className="shrink-0">
      <path d="M16 2v7M30 16h-7M16 30v-7M2 16h7" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
      <rect x="10.5" y="10.5" width="11" height="11" rx="2.5" fill="var(--marigold)" />
    </svg>
  )
}

/** The mark and the name. An operator's own picture (`src`) falls back to a tile with the first letter when it fails (§2.3). */
export function Logo({
  name,
  size = 'md',
  src,
  compact,
}: {
  name: string
  size?: keyof typeof SIZES
  src?: string
  compact?: boolean
}) {
  const [failed, setFailed] = useState(false)
  const px = SIZES[size]
  const picture = !src ? (
    <Mark size={px} />
  ) : failed ? (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-sm bg-marigold font-bold text-on-marigold"
      style={{ width: px, height: px, fontSize: px * 0.6 }}
    >
      {name.charAt(0).toUpperCase()}
    </span>
  ) : (
    <img src={src} alt="" width={px} height={px} onError={() => setFailed(true)} />
  )
  return (
    <span className="inline-flex items-center gap-2.5">
      {picture}
      {compact ? (
        <span className="sr-only">{name}</span>
      ) : (
        <span className="font-semibold tracking-tight" style={{ fontSize: Math.max(16, px * 0.72) }}>
          {name}
        </span>
      )}
    </span>
  )
}
