/** `TRUST_PROXY`: which proxies may say who asks. */
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { addressIn, UNKNOWN_ADDRESS } from '#server/gateways/network.ts'

/** False, so many proxies in front of us, or the addresses and networks of proxies. */
export type TrustedProxies = false | number | string[]

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is one of these or in one of these networks, also where a proxy names it with a port. */
function isAmong(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  return (text) => {
    const address = addressIn(text)
    return address !== UNKNOWN_ADDRESS && trusted.check(address, familyOf(address))
  }
}

/**
 * As Fastify takes it. It believes nobody when given a bare number, because a client that reaches us directly would be taken for a proxy;
 * an operator who names a number of hops vouches that nobody does.
 */
export function trustOf(proxies: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : isAmong(proxies)
}

const HINT = 'false, the number of proxies in front of Chowk (1), or their addresses (10.0.0.0/8, 192.0.2.7)'
const MOST_HOPS = 10

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // A network that contains every address would trust the header of any client.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function read(text: string): TrustedProxies | null {
  const wanted = text.trim().toLowerCase()
  if (['false', 'no', 'off', '0'].includes(wanted)) return false
  // Believing everything in the header lets anybody choose their address: one proxy is what was meant.
  if (['true', 'yes', 'on'].includes(wanted)) return 1
  if (/^\d+$/.test(wanted)) return Number(wanted) <= MOST_HOPS ? Number(wanted) : null
  const networks = wanted.split(',').map((one) => one.trim())
  return networks.every(isNetwork) ? networks : null
}

export const TrustProxy = z.string().transform((text, context): TrustedProxies => {
  const found = read(text)
  if (found !== null) return found
  context.addIssue({ code: 'custom', message: `must be ${HINT}` })
  return z.NEVER
})
