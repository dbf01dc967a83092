import type { ReactNode } from 'react'
import { TONES, type Tone } from './tone.ts'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
