import { categoryLook, HUE_CLASSES } from './category.ts'
import { glyphNamed } from './glyphs.ts'

/** One glyph of the family in the colour of the text around it; the crossroads for a name that is not in it. Its size is that of its class. */
export function Glyph({ name, className }: { name: string; className?: string }) {
  const { path, square } = glyphNamed(name)
  const [x, y, side = 4] = square
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <path d={path} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      <rect x={x} y={y} width={side} height={side} rx={side / 4} fill="currentColor" />
    </svg>
  )
}

const SIZES = {
  /** In a line of text, without its tint. */
  text: '[&_svg]:size-4.5',
  sm: 'size-8 rounded bg-hue-soft [&_svg]:size-4.5',
  md: 'size-10 rounded-[10px] bg-hue-soft [&_svg]:size-5.5',
  lg: 'size-14 rounded-[14px] bg-hue-soft [&_svg]:size-8',
}

export interface CategoryGlyphProps {
  /** Slug of the marketplace or category of a node type (`category.ts`). */
  category: string
  /** Another glyph of the family, such as the one that a listing has chosen. */
  glyph?: string | undefined
  size?: keyof typeof SIZES | undefined
}

/** The glyph of a category on its tint. It decorates: the name it belongs to is beside it. */
export function CategoryGlyph({ category, glyph, size = 'md' }: CategoryGlyphProps) {
  const look = categoryLook(category)
  return (
    <span
      aria-hidden="true"
      className={`inline-grid shrink-0 place-items-center text-hue ${HUE_CLASSES[look.hue]} ${SIZES[size]}`}
    >
      <Glyph name={glyph ?? look.glyph} />
    </span>
  )
}
