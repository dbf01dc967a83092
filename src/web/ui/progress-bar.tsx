export interface ProgressBarProps {
  /** What is happening now. */
  label: string
  /** 0 to 1; absent while it cannot be known. */
  value?: number | undefined
  /** Label on the right: the progress, or the amount so far. */
  detail?: string
}

export function ProgressBar({ label, value, detail }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-3 text-base">
        <span>{label}</span>
        <span className="text-muted tabular-nums">{detail ?? (percent === undefined ? '' : `${percent}%`)}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full rounded-full bg-marigold-edge transition-[width] duration-usual ${percent === undefined ? 'w-1/3 animate-live' : ''}`}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
