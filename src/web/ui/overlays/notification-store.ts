/** Notifications of specification §4: newest first, at most five, errors stay until dismissed, 300 ms to leave. */
import type { ReactNode } from 'react'
import { createStore } from '#web/lib/store.ts'
import { createTimers } from './timers.ts'

/** It leads somewhere (`href`) or does something; either way the notification has done its work and leaves. */
export type NotificationAction = {
  label: string
  icon?: ReactNode
  variant?: 'primary' | 'secondary' | 'ghost'
} & ({ href: string } | { onAction: () => void })

export interface NotificationInput {
  type: 'success' | 'error' | 'warning' | 'info'
  title: string
  message?: string
  /** In ms; null stays until dismissed. Without it: 5000, and errors stay. */
  duration?: number | null
  actions?: readonly NotificationAction[]
}

export interface Notification extends NotificationInput {
  id: string
  timestamp: string
  leaving: boolean
}

export const NOTIFICATION_RULES = { max: 5, duration: 5000, exit: 300 } as const

let count = 0

/** The list after one more: the newest first, the oldest dropped beyond five. */
export const addNewest = (list: readonly Notification[], newest: Notification): readonly Notification[] =>
  [newest, ...list].slice(0, NOTIFICATION_RULES.max)

export const notificationLifetime = ({ type, duration }: NotificationInput): number | null =>
  duration === undefined ? (type === 'error' ? null : NOTIFICATION_RULES.duration) : duration

export const notifications = createStore<readonly Notification[]>([])

const timers = createTimers()
/** The user reads or reaches for one: none is dismissed automatically until they are done. */
export const { hold: holdNotifications, release: releaseNotifications } = timers

export function dismiss(id: string): void {
  timers.cancel(id)
  notifications.set(notifications.get().map((n) => (n.id === id ? { ...n, leaving: true } : n)))
  setTimeout(() => notifications.set(notifications.get().filter((n) => n.id !== id)), NOTIFICATION_RULES.exit)
}

/** Shows a notification; answers its id. */
export function notify(input: NotificationInput): string {
  count += 1
  const id = `n${count}`
  const entry = { ...input, id, timestamp: new Date().toISOString(), leaving: false }
  notifications.set(addNewest(notifications.get(), entry))
  const ms = notificationLifetime(input)
  if (ms !== null) timers.start(id, ms, () => dismiss(id))
  return id
}
