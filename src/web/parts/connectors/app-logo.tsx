import { Plug } from 'lucide-react'
import { logoColours } from './logo-colours.ts'

/** The data of a path of SVG, and nothing that could be more. */
const PATH = /^[\d\sMmLlHhVvCcSsQqTtAaZzEe,.+-]+$/

interface Logo {
  path: string
  /** Six hexadecimal digits. */
  colour: string
}

/** The logo of an app in its own colour, which is moved where it could not be seen. A plug for an app without one. */
export function AppLogo({ logo, className = 'size-4' }: { logo: Logo | null | undefined; className?: string }) {
  const colours = logo && PATH.test(logo.path) ? logoColours(logo.colour) : null
  if (!logo || !colours) return <Plug aria-hidden="true" className={`shrink-0 text-muted ${className}`} />
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
