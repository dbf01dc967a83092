/** Whether names are resolved on this machine, as everything that calls another server needs it. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/**
 * One name that is found is enough: a name may be gone while DNS works.
 * @param hosts that this installation calls @returns null where none of them is a name
 */
export function createNameProbe(hosts: readonly string[]): (() => Promise<boolean>) | null {
  const names = [...new Set(hosts.map((host) => host.replace(/^\[|\]$/g, '')))].filter((host) => isIP(host) === 0)
  if (names.length === 0) return null
  return () =>
    Promise.any(names.map((name) => lookup(name))).then(
      () => true,
      () => false,
    )
}
