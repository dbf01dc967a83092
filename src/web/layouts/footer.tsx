import { pageAt } from '#contract/pages.ts'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/mark.tsx'

interface Entry {
  label: string
  href: string
  external?: boolean
}

const SECTIONS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Product',
    entries: [
      { label: 'Marketplace', href: paths.marketplace() },
      { label: 'Pricing', href: paths.pricing() },
      { label: 'API Reference', href: paths.docs(), external: true },
    ],
  },
  {
    title: 'Account',
    entries: [
      { label: 'Login', href: paths.login() },
      { label: 'Sign Up', href: paths.register() },
      { label: 'Dashboard', href: paths.dashboard() },
    ],
  },
  {
    title: 'Solutions',
    entries: [
      { label: 'Healthcare', href: paths.marketplace({ category: 'healthcare' }) },
      { label: 'Document processing', href: paths.marketplace({ category: 'document-processing' }) },
      { label: 'Finance', href: paths.marketplace({ category: 'finance' }) },
      { label: 'Customer service', href: paths.marketplace({ category: 'customer-service' }) },
    ],
  },
  {
    title: 'Support',
    entries: [
      { label: 'Help Center', href: paths.contact() },
      { label: 'Access Help', href: paths.unauthorized() },
    ],
  },
  {
    title: 'Legal',
    entries: [
      { label: 'Terms of Service', href: '/terms' },
      { label: 'Privacy Policy', href: '/privacy' },
      { label: 'Refund Policy', href: '/refund-policy' },
    ],
  },
]

/** §2.3. An entry whose page is still to come is named, but it is no link. */
function FooterEntry({ label, href, external = false }: Entry) {
  const offered = external || pageAt(new URL(href, 'http://x').pathname)?.served
  if (!offered) {
    return (
      <span title="Not available yet" className="inline-flex min-h-6 items-center">
        {label}
      </span>
    )
  }
  return (
    <Link href={href} external={external} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
      {label}
    </Link>
  )
}

export function Footer() {
  return (
    <footer className="mt-16 grow border-line border-t bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-10 lg:grid-cols-[1fr_2fr]">
        <div className="grid content-start gap-2">
          <Logo name={brand} size="sm" />
          <p className="text-muted text-sm">Powered by AI, Built in India</p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-6 sm:grid-cols-5">
          {SECTIONS.map((section) => (
            <div key={section.title}>
              <h2 className="mb-2 text-sm">{section.title}</h2>
              <ul className="grid gap-0.5 text-muted text-sm">
                {section.entries.map((entry) => (
                  <li key={entry.label}>
                    <FooterEntry {...entry} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
