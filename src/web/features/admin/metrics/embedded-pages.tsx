import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useTheme } from '#web/lib/theme.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The cookie that opens the pages lasts 15 minutes. */
const RENEW_MS = 10 * 60_000

/** `/metrics/health` and `/metrics`, as the server draws them. A frame sends no token, so a cookie is asked for first. */
export function EmbeddedPages() {
  const { shown } = useTheme()
  const [time, setTime] = useState(0)
  const opened = useQuery({
    queryKey: ['openMetricsPages'],
    queryFn: () => call('openMetricsPages', {}, { exact: true }),
    refetchInterval: RENEW_MS,
    gcTime: 0,
  })
  const again = async () => {
    await opened.refetch()
    setTime(time + 1)
  }
  if (opened.error && !opened.data)
    return (
      <ErrorState title="The metrics pages couldn’t be opened" onRetry={() => void again()}>
        {friendly(opened.error)}
      </ErrorState>
    )
  const refresh = (
    <Button
      size="sm"
      icon={<RotateCw aria-hidden="true" />}
      busy={opened.isFetching && 'Refreshing...'}
      onClick={() => void again()}
    >
      Refresh
    </Button>
  )
  return (
    <>
      <Embedded
        title="Health"
        href={`/metrics/health?theme=${shown}`}
        isOpen={opened.data !== undefined}
        time={time}
        actions={refresh}
      >
        Every part of this installation and of the process that answers.
      </Embedded>
      <Embedded
        title="Prometheus metrics"
        href="/metrics"
        isOpen={opened.data !== undefined}
        time={time}
        actions={refresh}
      >
        What your monitoring reads from this process at /metrics.
      </Embedded>
    </>
  )
}

interface Props {
  title: string
  href: string
  isOpen: boolean
  /** Changes when the page is to be loaded again. */
  time: number
  actions: ReactNode
  children: ReactNode
}

function Embedded({ title, href, isOpen, time, actions, children }: Props) {
  return (
    <Card>
      <CardHeader
        title={title}
        aside={
          <div className="flex flex-wrap gap-2">
            {actions}
            <LinkButton size="sm" href={href} external icon={<ExternalLink aria-hidden="true" />}>
              Open in a new tab
            </LinkButton>
          </div>
        }
      >
        {children}
      </CardHeader>
      {isOpen ? (
        <iframe key={`${href} ${time}`} title={title} src={href} className="h-112 w-full rounded border border-line" />
      ) : (
        <Skeleton className="h-112" />
      )}
    </Card>
  )
}
