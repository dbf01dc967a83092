import { type AnchorHTMLAttributes, type ComponentType, createContext, use } from 'react'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** How a link moves: the shell provides the router's way, so components here know no router. A plain anchor otherwise. */
export const LinkContext = createContext<ComponentType<LinkProps> | null>(null)

/** A link of this product, or with `external` one that opens in a new tab. Unstyled; TextLink is the styled one. */
export function Link({ external, ...props }: LinkProps & { external?: boolean }) {
  const Inner = use(LinkContext)
  if (external) return <a {...props} target="_blank" rel="noopener noreferrer" />
  // Another workspace is another load of the page.
  return Inner && !props.href.startsWith('/w/') ? <Inner {...props} /> : <a {...props} />
}

export function TextLink({ className = '', ...props }: LinkProps & { external?: boolean }) {
  return (
    <Link
      {...props}
      className={`font-medium text-indigo underline decoration-1 decoration-indigo/40 underline-offset-3 hover:decoration-indigo ${className}`}
    />
  )
}
