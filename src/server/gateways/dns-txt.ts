/** TXT records of the public DNS, which prove who a domain belongs to. */
import { Resolver } from 'node:dns/promises'

/** The name servers gave no answer: neither that there is a record nor that there is none. */
export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable'
}

/**
 * All values of a name; none where it has no record.
 * @throws DnsUnavailable
 */
export type LookUpTxt = (name: string) => Promise<string[]>

const NOTHING: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** @param servers `address:port` each; those of the system when there are none */
export const createTxtLookup =
  (servers: readonly string[]): LookUpTxt =>
  async (name) => {
    // A new one each time: nothing of an earlier answer is kept.
    const resolver = new Resolver({ timeout: 3_000, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (cause) {
      if (NOTHING.includes((cause as NodeJS.ErrnoException).code)) return []
      throw new DnsUnavailable(`No answer about ${name}`, { cause })
    }
  }
