/**
 * Timers that pause while they are held: a message that dismisses itself must not disappear while a person reads it
 * (WCAG 2.2.1).
 */
export function createTimers() {
  interface Running {
    act: () => void
    left: number
    since: number
    timer: ReturnType<typeof setTimeout> | undefined
  }
  const running = new Map<string, Running>()
  let held = false

  const run = (id: string, one: Running) => {
    one.since = Date.now()
    one.timer = setTimeout(() => {
      running.delete(id)
      one.act()
    }, one.left)
  }
  return {
    /** Calls `act` after `ms` in which nothing was held. */
    start(id: string, ms: number, act: () => void): void {
      const one = { act, left: ms, since: 0, timer: undefined }
      running.set(id, one)
      if (!held) run(id, one)
    },
    cancel(id: string): void {
      clearTimeout(running.get(id)?.timer)
      running.delete(id)
    },
    hold(): void {
      if (held) return
      held = true
      for (const one of running.values()) {
        clearTimeout(one.timer)
        one.left = Math.max(0, one.left - (Date.now() - one.since))
      }
    },
    release(): void {
      if (!held) return
      held = false
      for (const [id, one] of running) run(id, one)
    },
  }
}
