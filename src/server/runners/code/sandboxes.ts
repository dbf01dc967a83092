/**
 * The isolates of one runner process: one for each tenant that was here lately. Code of two tenants never shares an isolate, so what one
 * of them does to it (a flaw of the engine, a global that outlives its context, time that caches tell) does not reach another.
 */
import { Sandbox } from './sandbox.ts'

/** Kept warm. The least recently used goes first. */
export const MOST_SANDBOXES = 4
/** A sandbox that nobody uses right now may keep this much; more is given back, so that it does not count against the next job. */
const IDLE_MB = 24

export class Sandboxes {
  readonly #byTenant = new Map<string, Sandbox>()
  #last = ''

  /** The tenant's own sandbox: the one from before when it is as large as wanted and not worn out, else a new one. */
  of(tenant: string, memoryMb: number): Sandbox {
    if (tenant !== this.#last) this.#slim(this.#last)
    this.#last = tenant
    const known = this.#byTenant.get(tenant)
    this.#byTenant.delete(tenant)
    const usable = known !== undefined && known.memoryMb === memoryMb && !known.worn
    if (known !== undefined && !usable) known.dispose()
    const sandbox = usable ? known : new Sandbox(memoryMb)
    this.#byTenant.set(tenant, sandbox)
    for (const [other, old] of this.#byTenant) {
      if (this.#byTenant.size <= MOST_SANDBOXES) break
      this.#byTenant.delete(other)
      old.dispose()
    }
    return sandbox
  }

  get size(): number {
    return this.#byTenant.size
  }

  dispose(): void {
    for (const sandbox of this.#byTenant.values()) sandbox.dispose()
    this.#byTenant.clear()
  }

  #slim(tenant: string): void {
    const sandbox = this.#byTenant.get(tenant)
    if (sandbox === undefined || sandbox.heapMb <= IDLE_MB) return
    this.#byTenant.delete(tenant)
    sandbox.dispose()
  }
}
