import { CategoryGlyph, type CategoryGlyphProps } from '#web/ui/category-glyph.tsx'

/** Where it is not told what category an agent is in, its icon says the field. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['stethoscope', 'healthcare'],
  ['clipboard-list', 'healthcare'],
  ['shield-check', 'healthcare'],
  ['scale', 'legal'],
  ['banknote', 'finance'],
  ['receipt', 'document-processing'],
  ['file-text', 'document-processing'],
  ['file-search', 'document-processing'],
  ['file-check', 'document-processing'],
  ['headset', 'customer-service'],
  ['message-circle-question', 'customer-service'],
])

interface Props {
  agent: { icon: string; category?: { slug: string } }
  size?: CategoryGlyphProps['size']
}

/** An agent's picture beside its name: the glyph its listing has chosen, in the colour of its category. */
export function AgentIcon({ agent: { icon, category }, size }: Props) {
  return <CategoryGlyph category={category?.slug ?? FIELDS.get(icon) ?? ''} glyph={icon} size={size} />
}
