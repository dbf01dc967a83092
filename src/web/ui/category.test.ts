import { describe, expect, it } from 'vitest'
import { AGENT_ICONS } from '#contract/agents/publishing-limits.ts'
import { TEMPLATE_CATEGORIES } from '#contract/workflows/workflow-templates.ts'
import { CATEGORIES as NODE_CATEGORIES } from '#nodes/node.ts'
import { categoryLook } from './category.ts'
import { GLYPHS, glyphNamed } from './glyphs.ts'

const general = categoryLook('no such category')
/** Those of the seed; an installation may add others, which get the general look. */
const MARKETPLACE = [
  ...['healthcare', 'document-processing', 'finance', 'customer-service', 'legal'],
  ...['productivity', 'developer-tools', 'marketing'],
]

describe('the look of a category', () => {
  it.each([...MARKETPLACE, ...NODE_CATEGORIES, ...TEMPLATE_CATEGORIES.filter((name) => name !== 'general')])(
    '%s has its own',
    (category) => {
      expect(categoryLook(category).glyph).not.toBe(general.glyph)
    },
  )

  it('is general for one that is not known, whatever its name', () => {
    for (const name of ['', 'constructor', '__proto__']) expect(categoryLook(name)).toEqual(general)
  })

  it('tells the categories of the marketplace apart by their glyphs', () => {
    const glyphs = MARKETPLACE.map((category) => categoryLook(category).glyph)
    expect(new Set(glyphs).size).toBe(glyphs.length)
  })

  it('has a glyph of the family', () => {
    for (const category of [...MARKETPLACE, ...NODE_CATEGORIES])
      expect(GLYPHS).toHaveProperty(categoryLook(category).glyph)
  })
})

it.each(AGENT_ICONS.filter((icon) => icon !== 'bot'))(
  'the icon %s, which a listing can choose, is in the family',
  (icon) => {
    expect(glyphNamed(icon)).not.toBe(glyphNamed('bot'))
  },
)
