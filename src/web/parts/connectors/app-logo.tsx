import { Plug } from 'lucide-react'
import { logoColours } from './logo-colours.ts'

/** The data of a path of SVG, and nothing that could be more. */
const PATH = /^[\d\sMmLlHhVvCcSsQqTtAaZzEe,.+-]+$/

interface Logo {
  path: string
  /** Six hexadecimal digits. */
  colour: string
}

/** The first letter of an app that has no logo. */
function Initial({ name, className }: { name: string; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 text-muted ${className}`}>
      <rect width="24" height="24" rx="6" fill="currentColor" opacity="0.16" />
      <text x="12" y="17" textAnchor="middle" fontSize="14" fontWeight="600" fill="currentColor">
        {[...name.trim()][0]?.toUpperCase()}
      </text>
    </svg>
  )
}

/** The logo of an app in its own colour, which is moved where it could not be seen; without one its first letter, or a plug. */
export function AppLogo({
  logo,
  name = '',
  className = 'size-4',
}: {
  logo: Logo | null | undefined
  name?: string | undefined
  className?: string
}) {
  const colours = logo && PATH.test(logo.path) ? logoColours(logo.colour) : null
  if (!logo || !colours)
    return name.trim() === '' ? (
      <Plug aria-hidden="true" className={`shrink-0 text-muted ${className}`} />
    ) : (
      <Initial name={name} className={className} />
    )
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      style={{ color: `light-dark(${colours.light}, ${colours.dark})` }}
    >
      <path d={logo.path} fill="currentColor" />
    </svg>
  )
}
