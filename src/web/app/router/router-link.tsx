import { createContext, use } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import type { LinkProps } from '#web/ui/link.tsx'

/** Fetches a page's code and data ahead; the shell provides it from the route table. */
export const PrefetchContext = createContext<(href: string) => void>(() => {})

/**
 * The links of `ui` inside the router: no page load, and the page is on its way from the first sign of intent. Made of the
 * router's parts: its own link brings along what only pages drawn on a server need.
 */
export function RouterLink({ href, onClick, ...props }: LinkProps) {
  const prefetch = use(PrefetchContext)
  const ahead = () => prefetch(href)
  const follow = useLinkClickHandler<HTMLAnchorElement>(href, { target: props.target })
  return (
    <a
      {...props}
      href={useHref(href)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
      onPointerEnter={ahead}
      onFocus={ahead}
      onTouchStart={ahead}
    />
  )
}
