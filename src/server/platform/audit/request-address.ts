/** The network address that the current request came from, for the audit log: acts of jobs have none. */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs `task` as part of a request from this address. */
export const runFromAddress = <T>(address: string, task: () => T): T => current.run(address, task)

export const requestAddress = (): string | null => current.getStore() ?? null
