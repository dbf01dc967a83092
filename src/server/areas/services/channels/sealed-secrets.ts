/** What signs in at a service outside and proves its deliveries: sealed in a row, opened where it is needed. */
import { type Belongs, type Sealed, seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'

interface Owned {
  id: string
  owner_id: string
}

/** @param none every secret, empty: those that a row does not have are opened as these */
export function sealedSecrets<Name extends string>(type: Belongs['type'], none: Readonly<Record<Name, string>>) {
  const belongs = ({ id, owner_id }: Owned): Belongs => ({ id, owner_id, type })
  return {
    /** What is empty is not kept. */
    seal(ring: KeyRing, secrets: Partial<Record<Name, string>>, owned: Owned): Sealed {
      const all = Object.entries<string | undefined>(secrets)
      const kept = all.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
      return seal(ring, Object.fromEntries(kept), belongs(owned))
    },
    /** @throws Unreadable when the key of the installation has changed */
    open: (ring: KeyRing, box: Sealed, owned: Owned): Record<Name, string> => ({
      ...none,
      ...unseal(ring, box, belongs(owned)),
    }),
  }
}
