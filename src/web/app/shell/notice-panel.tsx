import { useQuery } from '@tanstack/react-query'
import {
  AtSign,
  BadgeCheck,
  Bell,
  CalendarClock,
  Check,
  CircleAlert,
  CircleFadingArrowUp,
  ClipboardCheck,
  DatabaseBackup,
  Files,
  Flag,
  Headset,
  Hourglass,
  IndianRupee,
  Landmark,
  Layers,
  MessageCircleWarning,
  ReceiptIndianRupee,
  Settings,
  Star,
  Store,
  Undo2,
  UserRoundPlus,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Notice, NoticeKind } from '#contract/accounts/notices.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const ICONS: Record<NoticeKind, ReactNode> = {
  chat_waiting: <Headset aria-hidden="true" className="text-warn" />,
  approval: <Hourglass aria-hidden="true" className="text-warn" />,
  run_failed: <CircleAlert aria-hidden="true" className="text-bad" />,
  role_request: <UserRoundPlus aria-hidden="true" className="text-indigo" />,
  role_decided: <BadgeCheck aria-hidden="true" className="text-indigo" />,
  payee: <Landmark aria-hidden="true" className="text-indigo" />,
  sale: <IndianRupee aria-hidden="true" className="text-good" />,
  transfer: <UsersRound aria-hidden="true" className="text-indigo" />,
  workflow_shared: <UsersRound aria-hidden="true" className="text-indigo" />,
  credits: <Wallet aria-hidden="true" className="text-indigo" />,
  payment: <ReceiptIndianRupee aria-hidden="true" className="text-indigo" />,
  refund: <Undo2 aria-hidden="true" className="text-indigo" />,
  purchase: <CalendarClock aria-hidden="true" className="text-indigo" />,
  agent_review: <ClipboardCheck aria-hidden="true" className="text-warn" />,
  agent_decided: <BadgeCheck aria-hidden="true" className="text-indigo" />,
  review: <Star aria-hidden="true" className="text-indigo" />,
  report: <Flag aria-hidden="true" className="text-warn" />,
  report_decided: <Flag aria-hidden="true" className="text-indigo" />,
  review_report: <Flag aria-hidden="true" className="text-warn" />,
  followed_seller: <Store aria-hidden="true" className="text-indigo" />,
  agent_changed: <CircleFadingArrowUp aria-hidden="true" className="text-indigo" />,
  plan: <Layers aria-hidden="true" className="text-indigo" />,
  backup: <DatabaseBackup aria-hidden="true" className="text-bad" />,
  channel: <MessageCircleWarning aria-hidden="true" className="text-bad" />,
  batch: <Files aria-hidden="true" className="text-indigo" />,
  mention: <AtSign aria-hidden="true" className="text-indigo" />,
  member_joined: <UserRoundPlus aria-hidden="true" className="text-indigo" />,
  provisioning: <CircleAlert aria-hidden="true" className="text-bad" />,
}
const FIRST = 20
const ALL = 200

/** The notices, unread ones first. */
export function NoticePanel({ onClose }: { onClose: () => void }) {
  const [limit, setLimit] = useState(FIRST)
  const list = useQuery(q('listNotices', { query: { limit } }))
  const heading = useRef<HTMLHeadingElement>(null)
  const readAll = useAction(async () => {
    await call('readAllNotices', {})
    await refresh('listNotices')
    heading.current?.focus()
  })
  const read = useAction(async (id: string) => {
    await call('readNotice', { params: { id } })
    await refresh('listNotices')
    heading.current?.focus()
  })
  useEffect(() => heading.current?.focus(), [])
  const items = list.data?.items ?? []
  const fresh = items.filter(({ read_at }) => read_at === null)
  const earlier = items.filter(({ read_at }) => read_at !== null)
  const more = (list.data?.total ?? 0) - items.length
  const follow = (notice: Notice) => {
    onClose()
    if (notice.read_at === null) void call('readNotice', { params: { id: notice.id } }).catch(() => {})
  }
  const failure = list.error ?? readAll.error ?? read.error
  const group = (title: string, notices: readonly Notice[]) =>
    notices.length > 0 && (
      <section aria-label={title}>
        <h3 className="bg-sunken px-4 py-1 font-medium text-muted text-base">{title}</h3>
        <ul>
          {notices.map((notice) => (
            <Row key={notice.id} notice={notice} onFollow={follow} onRead={(id) => void read.run(id)} />
          ))}
        </ul>
      </section>
    )
  return (
    <div className="grid">
      <div className="sticky top-0 z-10 flex min-h-12 items-center gap-2 border-line border-b bg-surface py-1.5 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="grow text-lg outline-none">
          {t('Notifications')}
        </h2>
        {(list.data?.unread ?? 0) > 0 && (
          <Button size="sm" variant="ghost" busy={readAll.busy && t('Marking...')} onClick={() => void readAll.run()}>
            {t('Mark all read')}
          </Button>
        )}
        <Link
          href={paths.settings('notifications')}
          onClick={onClose}
          aria-label={t('Notification settings')}
          title={t('Notification settings')}
          className="grid size-8 place-items-center rounded text-muted hover:bg-hover hover:text-ink [&_svg]:size-4.5"
        >
          <Settings aria-hidden="true" />
        </Link>
      </div>
      {failure !== null && failure !== undefined && (
        <div className="p-4">
          <Callout tone="bad">{friendly(failure)}</Callout>
        </div>
      )}
      {list.isPending && <Spinner />}
      {list.data?.total === 0 && <Nothing onClose={onClose} />}
      {group(t('New'), fresh)}
      {group(t('Earlier'), earlier)}
      {more > 0 && limit < ALL && (
        <Button variant="ghost" className="m-2" busy={list.isFetching && t('Loading...')} onClick={() => setLimit(ALL)}>
          {t('Show {count} older', { count: formatNumber(more) })}
        </Button>
      )}
    </div>
  )
}

function Nothing({ onClose }: { onClose: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-10 text-center">
      <Bell aria-hidden="true" className="size-7 text-muted" />
      <p className="font-medium">{t('No notifications')}</p>
      <p className="text-muted">{t('Failed runs, runs waiting for you and answers to your requests appear here.')}</p>
      <LinkButton size="sm" href={paths.settings('notifications')} onClick={onClose}>
        {t('Choose email notifications')}
      </LinkButton>
    </div>
  )
}

interface RowProps {
  notice: Notice
  onFollow: (notice: Notice) => void
  onRead: (id: string) => void
}

function Row({ notice, onFollow, onRead }: RowProps) {
  const unread = notice.read_at === null
  return (
    <li className="flex items-start gap-1 border-line border-b pr-2 last:border-0">
      <Link
        href={notice.href}
        onClick={() => onFollow(notice)}
        className="flex min-w-0 grow gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {ICONS[notice.kind]}
        <span className="grid min-w-0 grow gap-0.5">
          <span className={`break-words ${unread ? 'font-medium' : ''}`}>
            <bdi>{notice.title}</bdi>
            {notice.count > 1 && (
              <span className="text-muted"> · {t('{count} times', { count: formatNumber(notice.count) })}</span>
            )}
          </span>
          {notice.message && (
            <span className="line-clamp-2 break-words text-muted text-xs" dir="auto">
              {notice.message}
            </span>
          )}
          <span className="text-muted text-xs">
            <RelativeTime time={notice.happened_at} />
          </span>
        </span>
      </Link>
      {unread && (
        <IconButton
          size="sm"
          label={t('Mark read: {title}', { title: notice.title })}
          title={t('Mark read')}
          onClick={() => onRead(notice.id)}
          className="mt-2"
        >
          <Check aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}
