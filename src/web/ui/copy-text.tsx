import { CopyButton } from './copy-button.tsx'

interface Props {
  /** What the text is, read out before it. */
  label: string
  /** What the button is called. */
  copyLabel: string
  /** A word for its kind, shown in front of it. */
  kind?: string
  text: string
}

/** One line to copy within other text, such as an address; its end is cut where there is no room. */
export function CopyText({ label, copyLabel, kind, text }: Props) {
  return (
    <span className="inline-flex h-8 min-w-0 items-center gap-2 rounded border border-line bg-sunken pl-2.5">
      <span className="sr-only">{label}</span>
      {kind && <span className="font-medium text-muted text-xs">{kind}</span>}
      <span title={text} className="min-w-0 truncate font-mono text-ink text-xs">
        {text}
      </span>
      <CopyButton label={copyLabel} text={text} />
    </span>
  )
}
