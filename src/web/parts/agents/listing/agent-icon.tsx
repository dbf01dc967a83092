import { AgentGlyph } from './agent-glyph.tsx'

const SIZES = { sm: 'size-8 [&_svg]:size-4', md: 'size-10 [&_svg]:size-5', lg: 'size-14 [&_svg]:size-7' }

/** An agent's picture next to its name. */
export function AgentIcon({ icon, size = 'md' }: { icon: string; size?: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-grid shrink-0 place-items-center rounded border border-line bg-sunken text-ink ${SIZES[size]}`}
    >
      <AgentGlyph icon={icon} />
    </span>
  )
}
