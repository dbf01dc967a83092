/** The network address that the current request came from, for the audit log: acts of jobs have none. */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** The longest that is stored: an IPv6 address may name a zone of any length. */
const MOST_CHARACTERS = 64

/** Runs `task` as part of a request from this address. */
export const runFromAddress = <T>(address: string, task: () => T): T =>
  current.run(address.slice(0, MOST_CHARACTERS), task)

export const requestAddress = (): string | null => current.getStore() ?? null
