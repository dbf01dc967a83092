import type { ReactNode } from 'react'

/** One measured figure. A row of them is a `<dl>`. */
export function Stat({ label, value, detail }: { label: string; value: ReactNode; detail?: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-base">{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">{value}</dd>
      {detail && <dd className="text-muted text-base">{detail}</dd>}
    </div>
  )
}
