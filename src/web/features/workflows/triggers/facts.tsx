/** Facts and addresses on the cards of triggers. */
import type { ReactNode } from 'react'
import { CodeBlock } from '#web/ui/code-block.tsx'

export const whole = (path: string): string => `${window.location.origin}${path}`

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="mb-2 break-words sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Address({ title, path, children }: { title: string; path: string | null; children: ReactNode }) {
  if (path === null) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="font-medium text-base">{title}</h3>
      <p className="text-muted text-base">{children}</p>
      <CodeBlock code={whole(path)} label={title} />
    </div>
  )
}
