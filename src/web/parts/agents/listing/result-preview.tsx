import type { AgentPreview, PreviewLine } from '#contract/agents/agents.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Glyph } from '#web/ui/category-glyph.tsx'

interface Props {
  preview: AgentPreview | null
  /** Of the listing, where there is no result yet. */
  glyph: string
}

/** What the agent gives, as a sheet that rises into the card: the first lines of a recorded run, on the tint of the category. */
export function ResultPreview({ preview, glyph }: Props) {
  return (
    <div className="flex h-34 flex-col overflow-hidden rounded-t-[11px] bg-hue-soft px-4 pt-4">
      {preview ? (
        <ul className="grid grow grid-cols-[minmax(0,1fr)] content-start rounded-t-lg bg-surface px-1 shadow-card [&>*+*]:border-line [&>*+*]:border-t">
          {preview.lines.map((line, index) => (
            <ResultLine
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and never move
              key={index}
              line={line}
              className="min-h-9 px-2.5 py-1.5 text-xs"
              words={LENGTHS[preview.lines.length]}
            />
          ))}
        </ul>
      ) : (
        <Glyph name={glyph} className="m-auto mb-auto size-14 -translate-y-2 text-hue" />
      )}
    </div>
  )
}

/** Few lines have room for more words each. */
const LENGTHS: Readonly<Record<number, string>> = { 1: 'line-clamp-4', 2: 'line-clamp-2' }

interface LineProps {
  line: PreviewLine
  /** Its size, and that of its text. */
  className: string
  /** Class of how many words there is room for; one line of them otherwise. */
  words?: string | undefined
}

/** What was found, and at the end of the line how much or how bad it is. */
export function ResultLine({ line: { label, mono, text, value, tone }, className, words = 'truncate' }: LineProps) {
  return (
    <li className={`flex items-center gap-3 ${className}`}>
      <span className={`min-w-0 grow ${words}`}>
        {label !== null && (
          <span className={`font-semibold text-ink ${mono ? 'mr-3 inline-block min-w-13 font-mono' : 'mr-1.5'}`}>
            {label}
          </span>
        )}
        {text !== null && <span className={label === null && value !== null ? 'text-muted' : 'text-ink'}>{text}</span>}
      </span>
      {value !== null &&
        (tone === null ? (
          <span className="shrink-0 font-semibold text-ink tabular-nums">{value}</span>
        ) : (
          <Badge tone={tone}>{value}</Badge>
        ))}
    </li>
  )
}
