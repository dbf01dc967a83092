import { RelativeTime } from '#web/ui/relative-time.tsx'

interface Listed {
  /** When, ISO. */
  at: string
  event: string
  by: string | null
}

/** What admins did with something they installed, newest first. */
export const EventList = <Entry extends Listed>({
  entries,
  say,
}: {
  entries: readonly Entry[]
  say: (entry: Entry) => string
}) => (
  <ol>
    {entries.map((entry) => (
      <li
        key={`${entry.at} ${entry.event} ${say(entry)}`}
        className="grid gap-0.5 border-line border-b py-2.5 first:pt-0 last:border-0 last:pb-0"
      >
        <p className="wrap-anywhere font-medium">{say(entry)}</p>
        <p className="text-muted text-base">
          <RelativeTime time={entry.at} />
          {entry.by !== null && (
            <>
              {' · '}
              <bdi>{entry.by}</bdi>
            </>
          )}
        </p>
      </li>
    ))}
  </ol>
)
