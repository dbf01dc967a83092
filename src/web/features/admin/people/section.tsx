import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { friendly } from '#web/api/friendly.ts'
import type { Query } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface Props<T> {
  title: string
  query: Query<T>
  /** Where all of it is, when a part of it is shown. */
  all?: { label: string; href: string }
  children: (data: T) => ReactNode
}

/** A section of a person's page. It loads on its own: what fails or is slow leaves the others alone. */
export function Section<T>({ title, query, all, children }: Props<T>) {
  const { data, error, refetch } = useQuery(query)
  return (
    <section
      aria-label={title}
      aria-busy={data === undefined && !error}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {all && <TextLink href={all.href}>{all.label}</TextLink>}
      </div>
      {data !== undefined && children(data)}
      {data === undefined && !error && <Skeleton className="h-32 w-full" />}
      {data === undefined && error && (
        <ErrorState title={`${title} couldn’t be loaded`} onRetry={() => void refetch()}>
          {friendly(error)}
        </ErrorState>
      )}
    </section>
  )
}
