import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenQuiet } from './when-quiet.ts'

describe('a page that is quiet', () => {
  let page: EventTarget
  let idle: (() => void) | null
  beforeEach(() => {
    vi.useFakeTimers()
    page = new EventTarget()
    idle = null
    vi.stubGlobal('window', {
      requestIdleCallback: (call: () => void) => {
        idle = call
      },
    })
    vi.stubGlobal('requestIdleCallback', (call: () => void) => {
      idle = call
    })
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('document', { readyState: 'loading' })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('has loaded some time ago and has nothing to do', () => {
    const start = vi.fn()
    whenQuiet(start)
    vi.advanceTimersByTime(60_000)
    page.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(1900)
    expect(idle).toBeNull()
    vi.advanceTimersByTime(200)
    expect(start).not.toHaveBeenCalled()
    idle?.()
    expect(start).toHaveBeenCalledOnce()
  })

  it.each(['pointermove', 'pointerdown', 'keydown', 'scroll'])('is taken as such at the first %s, once', (sign) => {
    const start = vi.fn()
    whenQuiet(start)
    page.dispatchEvent(new Event(sign))
    page.dispatchEvent(new Event(sign))
    page.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(60_000)
    expect(start).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is waited for no more once it is taken back', () => {
    const start = vi.fn()
    whenQuiet(start)()
    page.dispatchEvent(new Event('keydown'))
    page.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(60_000)
    expect(start).not.toHaveBeenCalled()
  })
})
