import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/core/limits.ts'
import {
  dismiss,
  holdNotifications,
  NOTIFICATION_RULES,
  notifications,
  notify,
  releaseNotifications,
} from './notification-store.ts'
import { currentToast, holdToast, releaseToast, showToast, TOAST_RULES } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  releaseNotifications()
  releaseToast()
  vi.runAllTimers()
  vi.useRealTimers()
  notifications.set([])
})
const titles = () => notifications.get().map((entry) => entry.title)

it('follows the numbers of §9', () => {
  const { max, default_ms, exit_ms } = LIMITS.notifications
  expect(NOTIFICATION_RULES).toEqual({ max, duration: default_ms, exit: exit_ms })
  const toasts = LIMITS.toasts
  expect(TOAST_RULES).toEqual({
    max: toasts.max,
    duration: toasts.duration_ms,
    removal: toasts.remove_ms,
    swipe: toasts.swipe_px,
  })
})

describe('notifications', () => {
  it('show at most five, the newest first', () => {
    for (const title of ['1', '2', '3', '4', '5', '6']) notify({ type: 'error', title })
    expect(titles()).toEqual(['6', '5', '4', '3', '2'])
  })
  it('leave after 5 s with 300 ms on the way out; errors stay', () => {
    notify({ type: 'error', title: 'stays' })
    notify({ type: 'info', title: 'leaves' })
    notify({ type: 'warning', title: 'leaves sooner', duration: 4000 })
    vi.advanceTimersByTime(4300)
    expect(titles()).toEqual(['leaves', 'stays'])
    vi.advanceTimersByTime(700)
    expect(notifications.get().map((entry) => entry.leaving)).toEqual([true, false])
    vi.advanceTimersByTime(300)
    expect(titles()).toEqual(['stays'])
  })
  it('go when dismissed', () => {
    dismiss(notify({ type: 'error', title: 'x' }))
    expect(notifications.get()[0]?.leaving).toBe(true)
    vi.advanceTimersByTime(299)
    expect(titles()).toEqual(['x'])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })
  it('wait while a user is at one, and then have the time they had left', () => {
    notify({ type: 'info', title: 'first' })
    vi.advanceTimersByTime(3000)
    holdNotifications()
    notify({ type: 'success', title: 'came meanwhile' })
    vi.advanceTimersByTime(60_000)
    expect(titles()).toEqual(['came meanwhile', 'first'])
    releaseNotifications()
    vi.advanceTimersByTime(2300)
    expect(titles()).toEqual(['came meanwhile'])
    vi.advanceTimersByTime(3000)
    expect(titles()).toEqual([])
  })
})

describe('toasts', () => {
  it('show one at a time for 5 s, and are removed after 1,000,000 ms', () => {
    showToast('first')
    vi.advanceTimersByTime(4000)
    showToast('second')
    vi.advanceTimersByTime(4999)
    expect(currentToast.get()).toMatchObject({ title: 'second', open: true })
    vi.advanceTimersByTime(1)
    expect(currentToast.get()).toMatchObject({ title: 'second', open: false })
    vi.advanceTimersByTime(999_999)
    expect(currentToast.get()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(currentToast.get()).toBeNull()
  })
  it('wait while a user is at them', () => {
    showToast('read me')
    holdToast()
    vi.advanceTimersByTime(20_000)
    expect(currentToast.get()?.open).toBe(true)
    releaseToast()
    vi.advanceTimersByTime(5000)
    expect(currentToast.get()?.open).toBe(false)
  })
})
