import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  BookOpen,
  Bot,
  ChartNoAxesColumn,
  Cloud,
  CreditCard,
  ExternalLink,
  Inbox,
  IndianRupee,
  LayoutDashboard,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Play,
  Plug,
  Puzzle,
  Shield,
  Sparkles,
  Store,
  Users,
  Workflow,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { INBOX_AFTER, INBOX_ITEM, type NavigationItem } from '#contract/platform/navigation.ts'
import { q } from '#web/api/query.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { openView } from '#web/api/support-view.ts'
import { activeItem, navigationFor } from '#web/app/router/navigation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Tone } from '#web/ui/tone.ts'

const ICONS: Record<string, LucideIcon> = {
  dashboard: LayoutDashboard,
  marketplace: Store,
  'workflow-agents': Sparkles,
  workflows: Workflow,
  executions: Activity,
  'my-workflows': Play,
  'my-ai-services': Cloud,
  'custom-agents': Bot,
  plugins: Puzzle,
  'mcp-tools': Plug,
  subscription: CreditCard,
  inbox: Inbox,
  docs: BookOpen,
  admin: Shield,
  'admin-users': Users,
  'admin-pricing': IndianRupee,
  analytics: ChartNoAxesColumn,
}

/** The items a user sees, under their sections; `compact` shows icons alone, with names as tips. */
export function NavigationList({ user, compact = false }: { user: SessionUser; compact?: boolean }) {
  const { pathname } = useLocation()
  const { main: always, admin } = navigationFor(user.role, user.permissions)
  const main = withInbox(always, useInbox(user))
  const active = activeItem([...main, ...admin], pathname)
  const list = (items: readonly NavigationItem[]) => (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {items.map((item) => (
        <li key={item.key}>
          <Item item={item} active={item === active} compact={compact} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label={t('Main')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {list(main)}
      {admin.length > 0 && (
        <div>
          {compact ? (
            <hr className="mb-3 border-line" />
          ) : (
            <h2 className="mb-1 px-2.5 font-medium text-muted text-xs">{t('Administration')}</h2>
          )}
          {list(admin)}
        </div>
      )}
    </nav>
  )
}

const summaryQuery = q('getInboxSummary')

/** How many chats wait; null where there are none to answer. */
function useInbox({ permissions }: SessionUser): number | null {
  const mayAnswer = INBOX_ITEM.permission !== null && permissions.includes(INBOX_ITEM.permission) && openView() === null
  const { data } = useQuery({ ...summaryQuery, enabled: mayAnswer })
  return data?.available ? data.waiting : null
}

function withInbox(items: readonly NavigationItem[], waiting: number | null): readonly NavigationItem[] {
  if (waiting === null) return items
  const badge = waiting > 0 ? formatNumber(waiting) : null
  const inbox: NavigationItem = { ...INBOX_ITEM, badge, badgeVariant: 'default' }
  return items.flatMap((item) => (item.key === INBOX_AFTER ? [item, inbox] : [item]))
}

const TONES: Record<NavigationItem['badgeVariant'], Tone> = {
  default: 'live',
  secondary: 'neutral',
  outline: 'outline',
}

const row = (compact: boolean) =>
  `flex h-9 items-center gap-2 rounded font-medium text-muted ${compact ? 'justify-center' : 'px-2.5'}`

function Item({ item, active, compact }: { item: NavigationItem; active: boolean; compact: boolean }) {
  const Icon = ICONS[item.key] ?? Sparkles
  const name = t(item.name)
  const label = (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={compact ? 'sr-only' : 'grow truncate tracking-tight'}>{name}</span>
    </>
  )
  return (
    <Link
      href={item.href}
      external={item.external}
      aria-current={active ? 'page' : undefined}
      title={compact ? name : t(item.description)}
      className={`${row(compact)} hover:bg-hover hover:text-ink aria-[current]:bg-indigo-soft aria-[current]:text-indigo`}
    >
      {label}
      {!compact && item.badge && <Badge tone={active ? 'selected' : TONES[item.badgeVariant]}>{t(item.badge)}</Badge>}
      {item.external && (
        <>
          {!compact && <ExternalLink aria-hidden="true" className="size-3.5" />}
          <span className="sr-only">{t('(opens in a new tab)')}</span>
        </>
      )}
    </Link>
  )
}

/** Expands and collapses the sidebar. */
export function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  return (
    <IconButton
      label={collapsed ? t('Expand sidebar') : t('Collapse sidebar')}
      aria-expanded={!collapsed}
      onClick={onToggle}
    >
      {collapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
    </IconButton>
  )
}
