import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismiss, notifications, notify } from './notification-store.ts'
import { currentToast, toast } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  notifications.set([])
})
const titles = () => notifications.get().map((entry) => entry.title)

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
    vi.advanceTimersByTime(300)
    expect(titles()).toEqual([])
  })
})

describe('toasts', () => {
  it('show one at a time for 5 s, and are removed after 1,000,000 ms', () => {
    toast('first')
    toast('second')
    expect(currentToast.get()).toMatchObject({ title: 'second', open: true })
    vi.advanceTimersByTime(5000)
    expect(currentToast.get()).toMatchObject({ title: 'second', open: false })
    vi.advanceTimersByTime(1_000_000)
    expect(currentToast.get()).toBeNull()
  })
})
