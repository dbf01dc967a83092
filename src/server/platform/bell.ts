/** Resolves when woken, after a while, or with the abort of `signal`; a wake-up while nobody waits is kept. */
export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          this.#wake = undefined
          resolve()
        }
        const timer = setTimeout(done, ms)
        signal.addEventListener('abort', done, { once: true })
        this.#wake = done
      })
    this.#rung = false
  }
}
