import { useState } from 'react'
import { initials } from '#web/lib/initials.ts'

/** A person's picture, or their initials if there is none or it fails to load. The name is next to it or in `alt`. */
export function Avatar({
  name,
  src,
  size = 32,
  alt = '',
}: {
  name: string
  src?: string | null
  size?: number
  alt?: string
}) {
  const [failed, setFailed] = useState(false)
  if (src && !failed) {
    return (
      <img
        src={src}
        alt={alt}
        width={size}
        height={size}
        onError={() => setFailed(true)}
        className="shrink-0 rounded-full object-cover"
        style={{ width: size, height: size }}
      />
    )
  }
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className="inline-grid shrink-0 place-items-center rounded-full bg-indigo-soft font-semibold text-indigo"
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {initials(name)}
    </span>
  )
}
