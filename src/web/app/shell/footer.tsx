import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/mark.tsx'
import { company } from './company.ts'
import { IncubationBadge } from './incubation-badge.tsx'
import { LanguageSwitch } from './language-switch.tsx'

interface Entry {
  label: string
  href: string
  external?: boolean
}

/** §2.3: the five sections of the footer. */
export const FOOTER: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Product',
    entries: [
      { label: 'Marketplace', href: paths.marketplace() },
      { label: 'Workflow Agents', href: '/workflow-agents' },
      { label: 'Pricing', href: paths.pricing() },
      { label: 'Documentation', href: paths.docs(), external: true },
      { label: 'API Reference', href: '/api' },
    ],
  },
  {
    title: 'Account',
    entries: [
      { label: 'Login', href: paths.login() },
      { label: 'Sign Up', href: paths.register() },
      { label: 'Reset password', href: paths.forgotPassword() },
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
      { label: 'Enterprise Solutions', href: paths.contact('enterprise') },
    ],
  },
  {
    title: 'Support',
    entries: [
      { label: 'Help Center', href: paths.contact('help') },
      { label: 'Access Help', href: paths.unauthorized() },
      { label: 'Book a demo', href: paths.contact('demo') },
      { label: 'About us', href: paths.aboutUs() },
    ],
  },
  {
    title: 'Legal',
    entries: [
      { label: 'Terms of Service', href: paths.terms() },
      { label: 'Privacy Policy', href: paths.privacy() },
      { label: 'Refund Policy', href: paths.refundPolicy() },
      { label: 'Grievances', href: `${paths.terms()}#grievances` },
    ],
  },
]

function FooterEntry({ label, href, external = false }: Entry) {
  return (
    <Link href={href} external={external} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
      {t(label)}
    </Link>
  )
}

export function Footer() {
  return (
    <footer className="mt-16 grow border-line border-t bg-sunken print:hidden">
      <div className="mx-auto grid max-w-7xl gap-8 px-4 pt-10 pb-6 sm:px-6 lg:grid-cols-[1fr_2.4fr]">
        <div className="grid content-start gap-2">
          <Logo name={brand} size="sm" />
          <p className="text-muted text-base">{t('Powered by AI, Built in India')}</p>
          <IncubationBadge />
        </div>
        <nav aria-label={t('Footer')} className="grid grid-cols-2 gap-6 sm:grid-cols-5">
          {FOOTER.map((section) => (
            <div key={section.title}>
              <h2 className="mb-2 text-base">{t(section.title)}</h2>
              <ul className="grid gap-0.5 text-muted text-base">
                {section.entries.map((entry) => (
                  <li key={entry.label}>
                    <FooterEntry {...entry} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-4 text-muted text-base lg:col-span-2">
          <span>© {company.name}</span>
          <span>{t('Registered in India, CIN {cin}', { cin: company.cin })}</span>
          <span>{t('Prices in ₹, including GST')}</span>
        </p>
        <LanguageSwitch />
      </div>
    </footer>
  )
}
