/**
 * What colour and which glyph a category has: those of the marketplace, of templates, and of node types. Six hues say the field; the
 * glyph says which of the categories in it. Colour is never the only sign: the name of the category is always there to read.
 */
export const HUES = ['healthcare', 'legal', 'documents', 'finance', 'support', 'data'] as const
export type Hue = (typeof HUES)[number]

/** Sets `--hue` and `--hue-soft` for what is inside. Written out, so that the styles of each are built. */
export const HUE_CLASSES: Readonly<Record<Hue, string>> = {
  healthcare: 'hue-healthcare',
  legal: 'hue-legal',
  documents: 'hue-documents',
  finance: 'hue-finance',
  support: 'hue-support',
  data: 'hue-data',
}

interface CategoryLook {
  hue: Hue
  glyph: string
}

const GENERAL: CategoryLook = { hue: 'data', glyph: 'crossroads' }

const LOOKS: ReadonlyMap<string, CategoryLook> = new Map(
  Object.entries<CategoryLook>({
    healthcare: { hue: 'healthcare', glyph: 'stethoscope' },
    legal: { hue: 'legal', glyph: 'scale' },
    finance: { hue: 'finance', glyph: 'ledger' },
    // Of the marketplace.
    'document-processing': { hue: 'documents', glyph: 'page' },
    'customer-service': { hue: 'support', glyph: 'speech' },
    productivity: { hue: 'data', glyph: 'checklist' },
    'developer-tools': { hue: 'data', glyph: 'brackets' },
    marketing: { hue: 'support', glyph: 'megaphone' },
    // Of node types.
    trigger: { hue: 'documents', glyph: 'bolt' },
    document: { hue: 'documents', glyph: 'page' },
    output: { hue: 'documents', glyph: 'tray' },
    ai: { hue: 'legal', glyph: 'spark' },
    integration: { hue: 'finance', glyph: 'plug' },
    people: { hue: 'support', glyph: 'person' },
    flow: { hue: 'data', glyph: 'branch' },
    data: { hue: 'data', glyph: 'table' },
    code: { hue: 'data', glyph: 'brackets' },
  }),
)

/** @param category slug of the marketplace, or category of a node type; a general look for any other */
export const categoryLook = (category: string): CategoryLook => LOOKS.get(category) ?? GENERAL
