import { Card } from '#web/ui/card.tsx'
import { HUE_CLASSES, HUES } from '#web/ui/category.ts'
import { CategoryGlyph, Glyph } from '#web/ui/category-glyph.tsx'
import { GLYPHS } from '#web/ui/glyphs.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Specimen } from './specimen.tsx'

const MARKETPLACE = [
  ['healthcare', 'Healthcare'],
  ['legal', 'Legal'],
  ['document-processing', 'Document processing'],
  ['finance', 'Finance'],
  ['customer-service', 'Customer service'],
  ['productivity', 'Productivity'],
  ['developer-tools', 'Developer tools'],
  ['marketing', 'Marketing'],
] as const

const STEPS = [
  ['trigger', 'Triggers'],
  ['flow', 'Flow'],
  ['data', 'Data'],
  ['people', 'People'],
  ['integration', 'Integrations'],
  ['code', 'Code'],
  ['document', 'Documents'],
  ['healthcare', 'Healthcare'],
  ['legal', 'Legal'],
  ['finance', 'Finance'],
  ['ai', 'AI'],
  ['output', 'Output'],
] as const

/** A listing with what it gives: the words it rests on, marked in the colour of its category. */
const LISTINGS = [
  {
    category: 'healthcare',
    glyph: 'stethoscope',
    name: 'ICD-10-CM coder',
    found: 'I50.23',
    quote: 'Acute on chronic systolic heart failure',
  },
  {
    category: 'legal',
    glyph: 'scale',
    name: 'Contract clause analyst',
    found: 'Liability',
    quote: 'The Supplier’s liability shall be unlimited',
  },
  {
    category: 'finance',
    glyph: 'banknote',
    name: 'Bank statement categoriser',
    found: '₹56,640.00',
    quote: 'NEFT CR VARDHAN TRADERS',
  },
  {
    category: 'customer-service',
    glyph: 'message-circle-question',
    name: 'Ticket triage',
    found: 'Refund',
    quote: 'I was charged twice for the same order',
  },
] as const

const HUE_OF = { healthcare: 'healthcare', legal: 'legal', finance: 'finance', 'customer-service': 'support' } as const

function Hues({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div
      data-theme={theme}
      className="grid grow basis-72 gap-2 rounded-lg border border-line bg-paper p-5 text-ink sm:grid-cols-2"
    >
      {HUES.map((hue) => (
        <p key={hue} className={`flex items-center gap-3 rounded bg-hue-soft px-3 py-2 ${HUE_CLASSES[hue]}`}>
          <span className="size-4 rounded-sm bg-hue" />
          <span className="font-medium text-hue">{hue}</span>
        </p>
      ))}
    </div>
  )
}

function Names({ entries }: { entries: readonly (readonly [category: string, name: string])[] }) {
  return (
    <ul className="grid w-full grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {entries.map(([category, name]) => (
        <li key={category} className="flex items-center gap-3">
          <CategoryGlyph category={category} />
          <span className="font-medium">{name}</span>
        </li>
      ))}
    </ul>
  )
}

/** Six colours and one family of glyphs: what a thing is about, at a glance. */
export function Categories() {
  return (
    <>
      <Specimen name="Hues, light and dark">
        <Hues theme="light" />
        <Hues theme="dark" />
      </Specimen>
      <Specimen name="CategoryGlyph, of the marketplace">
        <Names entries={MARKETPLACE} />
      </Specimen>
      <Specimen name="CategoryGlyph, of steps">
        <Names entries={STEPS} />
      </Specimen>
      <Specimen name="Sizes">
        <span className="inline-flex items-center gap-1.5">
          <CategoryGlyph category="legal" size="text" /> Legal
        </span>
        <CategoryGlyph category="legal" size="sm" />
        <CategoryGlyph category="legal" size="md" />
        <CategoryGlyph category="legal" size="lg" />
      </Specimen>
      <Specimen name="In a listing">
        <ul className="grid w-full gap-4 sm:grid-cols-2">
          {LISTINGS.map(({ category, glyph, name, found, quote }) => (
            <Card as="li" key={name} className="grid gap-3">
              <p className="flex items-center gap-3">
                <CategoryGlyph category={category} glyph={glyph} />
                <span className="font-semibold text-lg">{name}</span>
              </p>
              <p className={HUE_CLASSES[HUE_OF[category]]}>
                <span className="font-medium font-mono">{found}</span>{' '}
                <mark className="rounded-sm bg-hue-soft px-0.5 text-ink underline decoration-2 decoration-hue underline-offset-3">
                  {quote}
                </mark>
              </p>
            </Card>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Glyph: the family">
        <div className="grid w-full grid-cols-4 gap-x-2 gap-y-5 sm:grid-cols-6 lg:grid-cols-8">
          <span className="grid place-items-center">
            <Mark size={32} />
          </span>
          {Object.keys(GLYPHS).map((name) => (
            <span key={name} title={name} className="grid place-items-center">
              <Glyph name={name} className="size-8" />
            </span>
          ))}
        </div>
      </Specimen>
    </>
  )
}
