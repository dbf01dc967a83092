import type { ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ClaimText } from './claim-text.tsx'
import { CHEAPER, type Claim, FASTER, SAVED, useShown } from './claims.ts'
import { Section } from './section.tsx'

interface Feature {
  title: string
  text: string
  claim: Claim
  picture: ReactNode
  /** Slug of the category whose colour it has. */
  category: string
  link: { label: string; href: string }
}

const Marked = ({ children }: { children: ReactNode }) => (
  <mark className="rounded-sm bg-hue-soft text-ink underline decoration-2 decoration-hue underline-offset-3">
    {children}
  </mark>
)

const features = (): Feature[] => [
  {
    title: t('Medical coding'),
    text: t(
      'ICD-10 and HCPCS codes from notes and discharge summaries, and CPT with your own licence. Negated, past and family history is recognised, and every code points to its words.',
    ),
    claim: SAVED,
    picture: (
      <>
        <p>
          There was no evidence of <Marked>pneumonia</Marked>. <Marked>Iron deficiency anemia</Marked> was noted.
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium font-mono">D50.9</span> <Badge tone="good">Present</Badge>
          <span className="ml-2 font-medium font-mono">J18.9</span> <Badge>Negated</Badge>
        </p>
      </>
    ),
    category: 'healthcare',
    link: { label: t('Agents for healthcare'), href: paths.marketplace({ category: 'healthcare' }) },
  },
  {
    title: t('PDF and legal document analysis'),
    text: t(
      'Clauses, risks with reasons, missing terms, parties, dates and amounts, from contracts and reports of any length.',
    ),
    claim: FASTER,
    picture: (
      <>
        <p>
          The Supplier’s liability <Marked>shall be unlimited</Marked> for any breach of this Agreement.
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">Liability</span> <Badge tone="bad">High risk</Badge>
          <span className="text-muted">no cap on damages</span>
        </p>
      </>
    ),
    category: 'legal',
    link: { label: t('Agents for documents'), href: paths.marketplace({ category: 'document-processing' }) },
  },
  {
    title: t('Customer service'),
    text: t(
      'Answers from your own pages, each with its source sentence, and tickets sorted by what they need. Questions your pages don’t answer go to a person.',
    ),
    claim: CHEAPER,
    picture: (
      <>
        <p className="text-muted">“Can I return an opened box?”</p>
        <p>
          Yes, within 10 days. <Marked>Opened goods may be returned within ten days</Marked>{' '}
          <span className="text-muted">Returns, section 2</span>
        </p>
      </>
    ),
    category: 'customer-service',
    link: { label: t('Agents for customer service'), href: paths.marketplace({ category: 'customer-service' }) },
  },
]

/** What specialised agents do for clinics, law firms and shops, each with a line of what one sees. */
export function Features() {
  const isShown = useShown()
  return (
    <Section
      id="features"
      title={t('Specialised agents, not a chat box')}
      help={t('Each does one task on real documents, reports its confidence, and leaves the decision to you.')}
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {features().map(({ title, text, claim, picture, category, link }) => (
          <Card
            as="li"
            key={title}
            flush
            className={`flex flex-col gap-3 p-5 sm:p-6 ${HUE_CLASSES[categoryLook(category).hue]}`}
          >
            <div lang="en-IN" className="mb-2 grid content-center gap-2.5 rounded-lg bg-paper px-4 py-3.5 md:min-h-34">
              {picture}
            </div>
            <h3 className="flex items-center gap-2.5 text-lg">
              <CategoryGlyph category={category} size="sm" />
              {title}
            </h3>
            <p className="grow text-muted">{text}</p>
            {isShown(claim) && (
              <p className="text-muted">
                <ClaimText claim={claim} />
              </p>
            )}
            <p>
              <TextLink href={link.href}>{link.label}</TextLink>
            </p>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
