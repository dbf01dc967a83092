import { createContext, use } from 'react'
import { Link } from 'react-router'
import type { LinkProps } from '#web/ui/link.tsx'

/** Fetches a page's code and data ahead; the shell provides it from the route table. */
export const PrefetchContext = createContext<(href: string) => void>(() => {})

/** The links of `ui` inside the router: no page load, and the page is on its way from the first sign of intent. */
export function RouterLink({ href, ...props }: LinkProps) {
  const prefetch = use(PrefetchContext)
  const ahead = () => prefetch(href)
  return <Link {...props} to={href} onPointerEnter={ahead} onFocus={ahead} onTouchStart={ahead} />
}
